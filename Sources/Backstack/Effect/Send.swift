/// Sends actions from an effect into the store: `await send(.response(value))`.
public struct Send<Action: Sendable>: Sendable {
  /// Delivers an action, unless the task that sends it is cancelled.
  ///
  /// - Returns: Whether the effect is to let others have their turn.
  private let deliver: @Sendable (_ action: Action, _ isTaskCancelled: Bool) -> Bool
  /// Where is waited before that.
  private let gate: (any EffectGate)?

  /// A way to send actions anywhere, for tests of effects.
  public init(_ deliver: @escaping @Sendable (Action) -> Void) {
    self.deliver = { action, isTaskCancelled in
      if !isTaskCancelled { deliver(action) }
      return false
    }
    gate = nil
  }

  init(
    through gate: (any EffectGate)?,
    delivering deliver: @escaping @Sendable (_ action: Action, _ isTaskCancelled: Bool) -> Bool
  ) {
    self.gate = gate
    self.deliver = deliver
  }

  /// Sends an action, unless the effect was cancelled; the store has processed it on return.
  ///
  /// After ``DismissEffect`` the effect is cancelled, as its feature is gone: an issue is reported.
  ///
  /// A store's host may have it wait before, as when it can't store sessions as fast as effects change
  /// them.
  public func callAsFunction(_ action: Action) async {
    if let gate, gate.holdsEffects { await gate.pass() }
    if deliver(action, Task.isCancelled) { await Task.yield() }
  }

  func pullback<Local: Sendable>(
    _ transform: @escaping @Sendable (Local) -> Action
  ) -> Send<Local> {
    Send<Local>(through: gate, delivering: { deliver(transform($0), $1) })
  }
}
