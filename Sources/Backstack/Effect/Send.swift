/// Sends actions from an effect into the store: `await send(.response(value))` (R88).
public struct Send<Action: Sendable>: Sendable {
  /// Delivers an action.
  ///
  /// - Returns: Whether the effect is to let others have their turn.
  private let deliver: @Sendable (Action) -> Bool

  /// A way to send actions anywhere, for tests of effects.
  public init(_ deliver: @escaping @Sendable (Action) -> Void) {
    self.deliver = {
      deliver($0)
      return false
    }
  }

  init(delivering deliver: @escaping @Sendable (Action) -> Bool) { self.deliver = deliver }

  /// Sends an action, unless the effect was cancelled; the store has processed it on return.
  public func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled else { return }
    if deliver(action) { await Task.yield() }
  }

  func pullback<Local: Sendable>(
    _ transform: @escaping @Sendable (Local) -> Action
  ) -> Send<Local> {
    Send<Local>(delivering: { deliver(transform($0)) })
  }
}
