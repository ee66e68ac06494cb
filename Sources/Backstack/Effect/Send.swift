/// Sends actions from an effect into the store: `await send(.response(value))` (R88).
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) -> Void

  /// A way to send actions anywhere, for tests of effects.
  public init(_ deliver: @escaping @Sendable (Action) -> Void) { self.deliver = deliver }

  /// Sends an action, unless the effect was cancelled; the store has processed it on return.
  public func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled else { return }
    deliver(action)
  }

  func pullback<Local: Sendable>(
    _ transform: @escaping @Sendable (Local) -> Action
  ) -> Send<Local> {
    Send<Local> { deliver(transform($0)) }
  }
}
