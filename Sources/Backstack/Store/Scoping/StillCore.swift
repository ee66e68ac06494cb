/// The implementation behind a store of a state that does not change, whose actions go to a function
/// instead of a reducer.
final class StillCore<State: Sendable, Action: Sendable>: StoreSource {
  private let state: State
  private let original: any StoreSource<State, Action>
  private let willRead: @Sendable () -> Void
  private let didSend: @Sendable (Action) -> Void

  init(
    _ original: any StoreSource<State, Action>, _ state: State,
    willRead: @escaping @Sendable () -> Void, didSend: @escaping @Sendable (Action) -> Void
  ) {
    self.original = original
    self.state = state
    self.willRead = willRead
    self.didSend = didSend
  }

  var engine: any StoreEngine { original.engine }
  var observation: Observation<State> { original.observation }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    willRead()
    return try body(state)
  }

  func send(_ action: Action) -> EffectGroup? {
    didSend(action)
    return nil
  }

  func sendIfReachable(_ action: Action) -> MissingTarget? {
    didSend(action)
    return nil
  }
}

extension Store {
  /// Returns a store of the state as it is now, which stays like this: its actions, and those of its
  /// scopes, go to a function instead of a reducer.
  ///
  /// - Parameters:
  ///   - willRead: Called before the state is read by the store or its scopes.
  ///   - didSend: Called on the sender's thread.
  package func still(
    willRead: @escaping @Sendable () -> Void = {}, _ didSend: @escaping @Sendable (Action) -> Void
  ) -> Store {
    Store(scope: StillCore(core, state, willRead: willRead, didSend: didSend))
  }
}
