import BackstackPlatform

/// The cancellation of the work on one request, whose client has gone. Created only when a handler
/// asks.
final class HTTPCancellation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var isFinished = false
    var actions: [@Sendable () -> Void] = []
  }

  private let state = Guarded(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Adds a closure to call when the client has gone; calls it at once if it already has.
  func add(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled, !state.isFinished { state.actions.append(action) }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Notes that the client has gone, and calls the closures.
  func cancel() {
    let actions = state.withLock { state in
      state.isCancelled = true
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions { action() }
  }

  /// Releases the closures: the request has its response.
  func forget() {
    let actions = state.withLock { state in
      state.isFinished = true
      defer { state.actions = [] }
      return state.actions
    }
    // Released outside the lock, as that may call the deinitialisers of objects that they capture.
    _ = actions
  }
}
