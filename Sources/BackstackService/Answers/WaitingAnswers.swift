import BackstackLocking

/// The answers that clients have asked to wait for: a server that is about to stop gives them at once.
final class WaitingAnswers: Sendable {
  private struct State: Sendable {
    var isEnded = false
    var answers: [ObjectIdentifier: PendingAnswer] = [:]
  }

  private let state = Guarded(State())

  /// How many there are.
  var count: Int { state.withLock { $0.answers.count } }

  /// Adds an answer.
  ///
  /// - Returns: Whether it may wait.
  func add(_ answer: PendingAnswer) -> Bool {
    state.withLock { state in
      if !state.isEnded { state.answers[ObjectIdentifier(answer)] = answer }
      return !state.isEnded
    }
  }

  func remove(_ id: ObjectIdentifier) {
    // Released outside the lock: its last reference may run other code.
    _ = state.withLock { $0.answers.removeValue(forKey: id) }
  }

  /// Gives all answers as they are now; none waits any more.
  func end() {
    let answers = state.withLock { state in
      state.isEnded = true
      defer { state.answers = [:] }
      return state.answers
    }
    for answer in answers.values { answer.give() }
  }
}
