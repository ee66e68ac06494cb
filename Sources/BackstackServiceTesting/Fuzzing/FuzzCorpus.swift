/// The sequences of steps that reached something first, or with the fewest steps. New sequences begin
/// with them.
struct FuzzCorpus: Sendable {
  private struct Entry {
    let steps: [FuzzStep]
    /// How often a sequence began with it.
    var picks = 0
  }

  private var entries: [Entry]
  /// The entry that reaches a point with the fewest steps.
  private var shortest: [FuzzPoint: Int] = [:]
  /// The number of the first entries, which stay.
  private let beginningCount: Int

  /// - Parameter beginnings: Sequences that a sequence may begin with from the start.
  init(beginnings: [[FuzzStep]] = []) {
    entries = [Entry(steps: [])] + beginnings.map { Entry(steps: $0) }
    beginningCount = entries.count
  }

  /// Everything that was reached.
  var points: some Collection<FuzzPoint> { shortest.keys }

  /// Adds a sequence, if it reaches anything new, or with fewer steps.
  mutating func add(_ steps: [FuzzStep], reaching points: [FuzzPoint]) {
    let improved = points.filter { point in
      shortest[point].map { steps.count < entries[$0].steps.count } ?? true
    }
    guard !improved.isEmpty else { return }
    // A shorter way to what is known already is no reason to begin there more often.
    let picks = improved.map { shortest[$0].map { entries[$0].picks } ?? 0 }.min() ?? 0
    for point in improved { shortest[point] = entries.count }
    entries.append(Entry(steps: steps, picks: picks))
  }

  /// How often a sequence is the next one after it was found.
  private static let picksInRow = 16

  /// Returns a sequence to begin with: the latest as it is, or one of those that were used least, which
  /// may be changed a little.
  ///
  /// - Parameter change: Returns a step like another one.
  mutating func pick(
    using random: inout FuzzRandom, _ change: (FuzzStep) -> FuzzStep = { $0 }
  ) -> [FuzzStep] {
    let live = Set(shortest.values).union(0..<beginningCount).sorted()
    // What is deep is found from where the search has just arrived; but not each way leads on.
    if let latest = live.last(where: { entries[$0].picks < Self.picksInRow }), random.percent(70) {
      entries[latest].picks += 1
      return entries[latest].steps
    }
    let fewest = live.map { entries[$0].picks }.min() ?? 0
    func other() -> [FuzzStep] {
      let index = random.pick(live.filter { entries[$0].picks <= fewest + 2 })
      entries[index].picks += 1
      return entries[index].steps
    }
    var steps = other()
    guard steps.count > 1 else { return steps }
    // The first step begins the session.
    let index = 1 + random.below(steps.count - 1)
    switch random.below(10) {
    case 0: steps.remove(at: index)
    case 1: steps[index] = change(steps[index])
    case 2: steps.insert(steps[index], at: index)
    case 3: steps = Array(steps[...index]) + other().dropFirst()
    default: break
    }
    return steps
  }
}
