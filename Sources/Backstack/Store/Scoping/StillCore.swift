/// The implementation behind a store of a state that does not change, whose actions go to a function
/// instead of a reducer.
final class StillCore<State: Sendable, Action: Sendable>: StoreSource {
  private let state: State
  private let original: any StoreSource<State, Action>
  private let didSend: @Sendable (Action) -> Void

  init(
    _ original: any StoreSource<State, Action>, _ state: State,
    didSend: @escaping @Sendable (Action) -> Void
  ) {
    self.original = original
    self.state = state
    self.didSend = didSend
  }

  var engine: any StoreEngine { original.engine }
  var observation: Observation<State> { original.observation }

  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result { try body(state) }

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
  /// - Parameter didSend: Called on the sender's thread.
  package func still(_ didSend: @escaping @Sendable (Action) -> Void) -> Store {
    Store(scope: StillCore(core, state, didSend: didSend))
  }
}
