import BackstackPlatform

/// A response that waits, and can be sent at once.
protocol WaitingResponse: AnyObject, Sendable {
  /// Sends the response, unless it was sent.
  func give()
}

/// The responses that wait for effects or changes: a server that is about to stop sends them at once.
final class WaitingResponses: Sendable {
  private struct State: Sendable {
    var isEnded = false
    var responses: [ObjectIdentifier: any WaitingResponse] = [:]
  }

  private let state = Guarded(State())

  /// The number of waiting responses.
  var count: Int { state.withLock { $0.responses.count } }

  /// Adds a response.
  ///
  /// - Returns: Whether it may wait.
  func add(_ response: any WaitingResponse) -> Bool {
    state.withLock { state in
      if !state.isEnded { state.responses[ObjectIdentifier(response)] = response }
      return !state.isEnded
    }
  }

  func remove(_ id: ObjectIdentifier) {
    // Released outside the lock: its last reference may run other code.
    _ = state.withLock { $0.responses.removeValue(forKey: id) }
  }

  /// Sends all responses as they are now, and adds no others from now on.
  func end() {
    let responses = state.withLock { state in
      state.isEnded = true
      defer { state.responses = [:] }
      return state.responses
    }
    for response in responses.values { response.give() }
  }
}
