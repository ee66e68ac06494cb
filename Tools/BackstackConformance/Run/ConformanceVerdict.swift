/// The judgement of a client's behaviour in a scenario.
package enum ConformanceVerdict: Equatable, Sendable {
  /// The client has not come yet.
  case waiting
  case running
  case passed
  /// The sentence says what the client did.
  case failed(String)
  /// The client lacks what the scenario is about; the sentence says what.
  case skipped(String)

  package var isFinal: Bool { self != .waiting && self != .running }

  package var isFailure: Bool { if case .failed = self { true } else { false } }

  /// The verdict as one word.
  package var word: String {
    switch self {
    case .waiting: "waiting"
    case .running: "running"
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  package var sentence: String? {
    switch self {
    case .failed(let sentence), .skipped(let sentence): sentence
    case .waiting, .running, .passed: nil
    }
  }
}
