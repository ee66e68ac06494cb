public import Backstack
import BackstackCasePaths
import BackstackJSON

extension SessionJournal {
  /// Goes through the journal with a feature: the same actions on the same state make the same
  /// states.
  ///
  /// Effects don't run: what they sent is in the journal. What a reducer reads of the world, such as
  /// ids and dates, has to be given the values that it had.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action, as JSON of a snapshot.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  /// - Returns: The state at each version, that before the first action included.
  /// - Throws: `DecodingError` when the state is none of the feature's.
  public func replay<R: Reducer>(
    from initialState: some Collection<UInt8>, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) throws -> [Int: R.State] where R.Action == Action, R.State: Decodable {
    let store = try Store<R.State, Action>.hosted(
      // With the store's dependencies: its ids go on after those of the state.
      initialState: {
        try JSONStreamDecoder.decode(
          R.State.self, from: initialState, userInfo: [.decodesServerOnlyCases: true])
      },
      reducer: { WithoutEffects(base: reducer()) },
      withDependencies: prepareDependencies)
    var states = [(entries.first?.version ?? 1) - 1: store.state]
    for entry in entries {
      store.send(entry.action)
      states[entry.version] = store.state
    }
    return states
  }
}

/// A reducer of which only the changes of the state are wanted.
private struct WithoutEffects<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _ = base.reduce(into: &state, action: action)
    return .none
  }
}
