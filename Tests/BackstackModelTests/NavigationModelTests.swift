import Testing

@Suite("A store does what a model does, in random runs", .timeLimit(.minutes(20)))
struct NavigationModelTests {
  @Test(
    "One stack, one destination, one list (R8 to R24, R45 to R67, R71, R74 to R77)",
    arguments: 0..<Seeds.partCount)
  func flat(part: Int) async {
    await check(Seeds.part(part, of: 1000), .flat, length: 40)
  }

  @Test(
    "Stacks in destinations in lists in stacks (R21, R76, R82 to R84, R90 to R93)",
    arguments: 0..<Seeds.partCount)
  func nested(part: Int) async {
    await check(Seeds.part(part, of: 1000), .nested, length: 40)
  }

  private func check(_ seeds: StrideTo<UInt64>, _ scenario: Scenario, length: Int) async {
    for seed in seeds {
      // Lets other tests have their turn.
      await Task.yield()
      let script = Script(seed: seed, length: length)
      guard let failure = await ModelRun.run(script, scenario) else { continue }
      let (short, last) = await script.shrunk(failure) { await ModelRun.run($0, scenario) }
      Issue.record(
        """
        Seed \(seed), step \(failure.stepCount): \(failure.message)
        Shortest: \(short)
        \(last.log.joined(separator: "\n"))
        \(last.message)
        """)
      return
    }
  }
}
