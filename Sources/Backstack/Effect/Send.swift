/// A function that sends actions from an effect into the store: `await send(.response(value))`.
public struct Send<Action: Sendable>: Sendable {
  /// The function that delivers an action, unless the sending task is cancelled.
  ///
  /// - Returns: Whether the effect should let others run.
  private let deliver: @Sendable (_ action: Action, _ isTaskCancelled: Bool) -> Bool
  /// The gate to pass before an action is delivered.
  private let gate: (any EffectGate)?

  /// Creates a sender that delivers actions to a closure, for tests of effects.
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

  /// Sends an action, unless the effect was cancelled. On return the store has processed the
  /// action.
  ///
  /// After ``DismissEffect`` the effect is cancelled, because its feature is gone: an issue is
  /// reported.
  ///
  /// The store's host may delay the call, for example when it can't store sessions as fast as
  /// effects change them.
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
