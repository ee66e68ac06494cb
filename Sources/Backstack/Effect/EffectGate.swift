import BackstackPlatform

/// A gate that delays the effects of a store while its host can't keep up with them.
///
/// Everything is called outside of the store's lock, on any thread, and must not block.
package protocol EffectGate: AnyObject, Sendable {
  /// Whether the gate is closed, so that effects have to wait.
  var holdsEffects: Bool { get }

  /// Calls back once, on any thread, when the gate opens.
  ///
  /// - Returns: A function that removes the callback; `nil`, without a call, if the gate is open.
  func whenOpen(_ callback: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?

  /// Calls back once, at once or on any thread, when the host has stored what the store has done so
  /// far, with whether it could.
  func onceStored(_ callback: @escaping @Sendable (_ isStored: Bool) -> Void)
}

extension EffectGate {
  /// Waits until the host has stored what the store has done so far, or until the task is cancelled.
  ///
  /// - Returns: Whether it is stored.
  func passOnceStored() async -> Bool {
    let passage = Passage()
    let isStored = Guarded(false)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        passage.wait(continuation)
        onceStored { result in
          isStored.withLock { $0 = result }
          passage.end()
        }
      }
    } onCancel: {
      passage.end()
    }
    return isStored.withLock { $0 }
  }

  /// Waits until the gate opens, or until the task is cancelled.
  ///
  /// When the gate opens, all waiters pass, even if the first of them causes it to close again, so
  /// that each gets its turn.
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

  /// Calls a closure when the wait ends; immediately if it has ended.
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
