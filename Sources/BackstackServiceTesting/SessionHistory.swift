public import Backstack
import BackstackCasePaths
import BackstackCoding
import BackstackDependencies
import BackstackSessions

/// The history of a session, as exported by a running server.
///
/// Its JSON is an array of `{"version": 1, "time": "…", "cause": "client", "action": …}`, or an
/// object with such an array as the member `entries`, like the response to
/// `GET /sessions/{id}/history`.
public struct SessionHistory<Action: Decodable & Sendable>: Decodable, Sendable {
  /// The origin of a version.
  public struct Entry: Decodable, Sendable {
    /// The version that the entry led to.
    public let version: Int
    /// The time (RFC 3339), if known.
    public let time: String?
    /// The cause: `client`, `effect`, `host` or `start`, depending on which of them sent the action;
    /// `shared`, `creation`, `resume` or `restore`.
    public let cause: String
    /// The action; `nil` for a creation and a restoration.
    public let action: Action?
    /// The version that was restored; `nil` for everything else.
    public let restored: Int?
    /// The values that dependencies made for the action's reducer, or the changes of shared values that
    /// an effect made; `nil` for none, or if they are not known.
    let made: MadeValues?

    /// Creates the entry of a processed action.
    public init(version: Int, time: String? = nil, action: Action, cause: String) {
      self.version = version
      self.time = time
      self.action = action
      self.cause = cause
      restored = nil
      made = nil
    }
  }

  /// The entries in order.
  public let entries: [Entry]

  /// The id of the first element that a stack gets; `nil` for the one after those of the initial state.
  private let nextElementID: Int?

  /// Which places of the initial state share values; `nil` if that is not known.
  private let shared: SharedRecord?

  /// Creates a history.
  ///
  /// - Parameter entries: The entries in order.
  public init(entries: [Entry]) {
    self.entries = entries
    nextElementID = nil
    shared = nil
  }

  private enum Key: String, CodingKey { case entries, nextElementID, shared }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      entries = try container.decode([Entry].self, forKey: .entries)
      nextElementID = try container.decodeIfPresent(Int.self, forKey: .nextElementID)
      shared = try container.decodeIfPresent(SharedRecord.self, forKey: .shared)
    } else {
      entries = try [Entry](from: decoder)
      nextElementID = nil
      shared = nil
    }
  }

  /// Creates a history from its export, including actions that clients may not send.
  ///
  /// - Throws: `DecodingError` for JSON of another form, or an action that the feature does not
  ///   have.
  public init(json: some Collection<UInt8>) throws {
    self = try JSONStreamDecoder.decode(
      Self.self, from: json, userInfo: [.decodesServerOnlyCases: true])
  }
}

extension SessionHistory {
  /// Replays the history with a feature: the same actions on the same state produce the same
  /// states.
  ///
  /// Effects don't run: the actions that they sent are in the history. The ids, dates and random
  /// numbers that dependencies made for a reducer are those of the entry, which an exported test has;
  /// for an entry without them, override the dependencies to return the original values.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action, as the JSON of a snapshot.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies.
  /// - Returns: The state at each version, including the one before the first action.
  /// - Throws: `DecodingError` if the state does not belong to the feature, and ``HistoryError`` if
  ///   the history restores a version that it does not contain.
  public func replay<R: Reducer>(
    from initialState: some Collection<UInt8>, reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) throws -> [Int: R.State] where R.Action == Action, R.State: Codable {
    let store = try Store<R.State, ReplayedAction<Action>>.hosted(
      // Decoded with the store's dependencies, so that the store's ids continue after those of the
      // state.
      initialState: {
        let state = try decoded(R.State.self, from: initialState)
        state.share()
        return state.state
      },
      reducer: { Replay(base: reducer()) },
      withDependencies: { values in
        values[HostingSessionKey.self] = ReplayedSession()
        prepareDependencies(&values)
        if let next = nextElementID, next > 0 {
          values.stackElementID?.reserve(StackElementID(generation: next - 1))
        }
      })
    var states = ReplayedStates<R.State>()
    if let first = entries.first, first.cause != "creation", first.version > 0 {
      try states.add(store, at: first.version - 1)
    }
    for entry in entries {
      if let action = entry.action {
        store.send(ReplayedAction(action: action, made: entry.made))
      } else if let patches = entry.made?.shared {
        store.withExclusiveAccess { store.shares.apply(patches) }
      } else if let version = entry.restored {
        guard let state = try states.restored(version) else {
          throw HistoryError(message: "There is no version \(version) to go back to.")
        }
        store.replaceState(state)
      }
      try states.add(store, at: entry.version)
    }
    return states.states
  }

  private func decoded<State: Decodable>(
    _ type: State.Type, from json: some Collection<UInt8>
  ) throws -> DecodedState<State> {
    let shared = shared.map { SharedDecoding($0) }
    var info: [CodingUserInfoKey: Any] = [.decodesServerOnlyCases: true]
    if let shared { info[.sharedDecoding] = shared }
    return DecodedState(try JSONStreamDecoder.decode(type, from: json, userInfo: info), shared)
  }
}

/// The session that a replay stands for: as in one, the values that have a key are those of the store.
private final class ReplayedSession: Sendable {}

/// The states of a store at some versions.
private struct ReplayedStates<State: Codable & Sendable> {
  private(set) var states: [Int: State] = [:]
  /// The states that have shared values, with which these can be shared again.
  private var saved: [Int: SavedState] = [:]

  /// Adds the state of a store. Its shared values are copied, as those of the store change.
  mutating func add(_ store: Store<State, some Sendable>, at version: Int) throws {
    saved[version] = try store.withExclusiveAccess {
      try store.shares.present.map { _ in try SavedState(store.state, sharing: store.shares) }
    }
    states[version] = try saved[version]?.decode(State.self).state ?? store.state
  }

  /// Returns the state of a version, to go back to it; `nil` if there is none.
  func restored(_ version: Int) throws -> DecodedState<State>? {
    try saved[version]?.decode(State.self) ?? states[version].map { DecodedState($0, nil) }
  }
}

/// The error that is thrown if a history can't be replayed.
public struct HistoryError: Error, Sendable, CustomStringConvertible {
  /// A human-readable description of the problem.
  public let message: String

  public var description: String { message }
}

private struct ReplayedAction<Action: Sendable>: Sendable {
  let action: Action
  let made: MadeValues?
}

/// A reducer that drops the effects of its base and keeps the changes of the state.
private struct Replay<Base: Reducer>: Reducer where Base.Action: Sendable {
  let base: Base

  func reduce(
    into state: inout Base.State, action: ReplayedAction<Base.Action>
  ) -> Effect<ReplayedAction<Base.Action>> {
    _ = DependencyFrame.replaying(action.made) {
      base.reduce(into: &state, action: action.action)
    }
    return .none
  }
}
