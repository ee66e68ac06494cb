import BackstackLocking

/// Whether the client of one request has gone; made only for requests that ask.
final class HTTPCancellation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var isAnswered = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Guarded(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds what is to be called; calls it at once if the client has gone.
  func add(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled, !state.isAnswered { state.actions.append(action) }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Notes that the client has gone.
  func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }

  /// Lets go of what was to be called: the request was answered.
  func forget() {
    let actions = state.withLock { state in
      state.isAnswered = true
      defer { state.actions = [] }
      return state.actions
    }
    // Let go of outside the lock, as that may end whatever they hold.
    _ = actions
  }
}
