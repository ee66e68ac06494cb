import BackstackLocking

/// The responses that wait for effects: a server that is about to stop sends them at once.
final class WaitingAnswers: Sendable {
  private struct State: Sendable {
    var isEnded = false
    var answers: [ObjectIdentifier: PendingAnswer] = [:]
  }

  private let state = Guarded(State())

  /// The number of waiting responses.
  var count: Int { state.withLock { $0.answers.count } }

  /// Adds a response.
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

  /// Sends all responses as they are now, and lets no other wait.
  func end() {
    let answers = state.withLock { state in
      state.isEnded = true
      defer { state.answers = [:] }
      return state.answers
    }
    for answer in answers.values { answer.give() }
  }
}
