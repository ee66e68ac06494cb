import BackstackTestSupport
import Testing

@Suite("Stores compared with a model in random runs")
struct NavigationModelTests {
  @Test(
    "A store with one stack, one destination and one list behaves like the model",
    .tags(
      .r8, .r9, .r10, .r11, .r12, .r13, .r14, .r15, .r16, .r17, .r18, .r19, .r20, .r21, .r22, .r23,
      .r24, .r45, .r46, .r47, .r48, .r49, .r50, .r51, .r52, .r53, .r54, .r55, .r56, .r57, .r58,
      .r59, .r60, .r61, .r62, .r63, .r64, .r65, .r66, .r67, .r71, .r74, .r75, .r76, .r77),
    arguments: 0..<Seeds.partCount)
  func flat(part: Int) async {
    await check(Seeds.part(part, of: 1000), .flat, length: 40)
  }

  @Test(
    "A store with stacks in destinations in lists in stacks behaves like the model",
    .tags(.r21, .r76, .r82, .r83, .r84, .r90, .r91, .r92, .r93),
    arguments: 0..<Seeds.partCount)
  func nested(part: Int) async {
    await check(Seeds.part(part, of: 1000), .nested, length: 40)
  }

  private func check(_ seeds: StrideTo<UInt64>, _ scenario: Scenario, length: Int) async {
    for seed in seeds {
      // Lets other tests run.
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
