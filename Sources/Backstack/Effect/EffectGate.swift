import BackstackLocking

/// Has the effects of a store wait while its host can't keep up with them.
///
/// Everything is called outside of the store's lock, on any thread, and must not wait.
package protocol EffectGate: AnyObject, Sendable {
  /// Whether effects are to wait now.
  var holdsEffects: Bool { get }

  /// Calls back once, on any thread, when the gate opens.
  ///
  /// - Returns: What forgets the callback, or `nil`, without a call, when it is open now.
  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?
}

extension EffectGate {
  /// Waits until the gate opens, or until the task is cancelled.
  ///
  /// Those who wait when it opens all pass, even if the first of them has it closed again: so each gets
  /// its turn.
  func pass() async {
    guard holdsEffects else { return }
    let passage = Passage()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        passage.wait(continuation)
        if let forget = whenOpen(passage.end) { passage.onEnd(forget) } else { passage.end() }
      }
    } onCancel: {
      passage.end()
    }
  }
}

/// The wait of one effect.
private final class Passage: Sendable {
  private struct State: Sendable {
    var isOver = false
    var continuation: CheckedContinuation<Void, Never>?
    var forget: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isOver { continuation.resume() }
  }

  /// Has a closure called when the wait is over; at once if it is.
  func onEnd(_ forget: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.forget = forget }
      return state.isOver
    }
    if isOver { forget() }
  }

  var end: @Sendable () -> Void {
    {
      let (continuation, forget) = self.state.withLock { state in
        state.isOver = true
        defer { (state.continuation, state.forget) = (nil, nil) }
        return (state.continuation, state.forget)
      }
      forget?()
      continuation?.resume()
    }
  }
}
