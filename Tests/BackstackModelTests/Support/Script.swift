/// A run of steps that went wrong.
struct Failure: Error {
  /// How many steps were made, the one that failed included.
  let stepCount: Int
  /// What is wrong.
  let message: String
  /// What was done, one line a step.
  let log: [String]
}

/// A start and the steps that follow, each with the seed that it is made of.
///
/// A step is made for the state that it meets, so whatever is left out, what remains is a run.
struct Script: CustomStringConvertible {
  let start: UInt64
  var steps: [Step]

  struct Step {
    /// How many came before it when nothing was left out.
    let number: Int
    let seed: UInt64
  }

  init(seed: UInt64, length: Int) {
    var random = SplitMix64(seed: seed)
    start = random.next()
    steps = (0..<length).map { Step(number: $0, seed: random.next()) }
  }

  var description: String {
    "start \(start), steps \(steps.map { "\($0.number): \($0.seed)" })"
  }

  /// A shorter sequence that fails, too: cut after the failure, then without each step that can be
  /// left out.
  func shrunk(
    _ failure: Failure, run: (Script) async -> Failure?
  ) async -> (Script, Failure) {
    var best = (sequence: self, failure: failure)
    best.sequence.steps = Array(steps.prefix(failure.stepCount))
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for index in best.sequence.steps.indices.reversed() {
        var candidate = best.sequence
        guard index < candidate.steps.count else { continue }
        candidate.steps.remove(at: index)
        guard let failure = await run(candidate) else { continue }
        candidate.steps = Array(candidate.steps.prefix(failure.stepCount))
        best = (candidate, failure)
        hasShrunk = true
      }
    }
    return best
  }
}
