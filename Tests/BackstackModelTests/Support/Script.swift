import BackstackTestSupport

/// A failed run of a script.
struct Failure: Error {
  /// The number of steps, including the one that failed.
  let stepCount: Int
  /// The description of the failure.
  let message: String
  /// The steps, one per line.
  let log: [String]
}

/// The seeds of an initial state and of the steps that follow.
///
/// A step is generated for the current state, so a script stays valid when steps are left out.
struct Script: CustomStringConvertible {
  let start: UInt64
  var steps: [Step]

  struct Step {
    /// The number of steps before this one in the complete script.
    let number: Int
    let seed: UInt64
  }

  init(seed: UInt64, length: Int) {
    var random = SeededGenerator(seed: seed)
    start = random.next()
    steps = (0..<length).map { Step(number: $0, seed: random.next()) }
  }

  var description: String {
    "start \(start), steps \(steps.map { "\($0.number): \($0.seed)" })"
  }

  /// Returns a shorter script that also fails: cut after the failure, then without each step that
  /// can be left out.
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
