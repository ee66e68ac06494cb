public import Backstack
import BackstackCasePaths
import BackstackJSON

extension SessionHistory {
  /// Goes through the history with a feature: the same actions on the same state make the same
  /// states.
  ///
  /// Effects don't run: what they sent is in the history. What a reducer reads of the world, such as
  /// ids and dates, has to be given the values that it had.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action, as JSON of a snapshot.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  /// - Returns: The state at each version, that before the first action included.
  /// - Throws: `DecodingError` when the state is none of the feature's, and ``HistoryError`` when the
  ///   history goes back to a version that is not in it.
  public func replay<R: Reducer>(
    from initialState: some Collection<UInt8>, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) throws -> [Int: R.State] where R.Action == Action, R.State: Decodable {
    let store = try Store<R.State, ReplayedStep<R>>.hosted(
      // With the store's dependencies: its ids go on after those of the state.
      initialState: {
        try JSONStreamDecoder.decode(
          R.State.self, from: initialState, userInfo: [.decodesServerOnlyCases: true])
      },
      reducer: { Replay(base: reducer()) },
      withDependencies: prepareDependencies)
    var states: [Int: R.State] = [:]
    if let first = entries.first, first.cause != "creation", first.version > 0 {
      states[first.version - 1] = store.state
    }
    for entry in entries {
      if let action = entry.action {
        store.send(.action(action))
      } else if let version = entry.restored {
        guard let state = states[version] else {
          throw HistoryError(message: "There is no version \(version) to go back to.")
        }
        store.send(.restoration(state))
      }
      states[entry.version] = store.state
    }
    return states
  }
}

/// Why a history can't be replayed.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, for a person.
  public let message: String

  public var description: String { message }
}

private enum ReplayedStep<Base: Reducer>: Sendable
where Base.State: Sendable, Base.Action: Sendable {
  case action(Base.Action)
  case restoration(Base.State)
}

/// A reducer of which only the changes of the state are wanted.
private struct Replay<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: ReplayedStep<Base>) -> Effect<
    ReplayedStep<Base>
  > {
    switch action {
    case .action(let action): _ = base.reduce(into: &state, action: action)
    case .restoration(let restored): state = restored
    }
    return .none
  }
}
