import Backstack

/// A navigation session, whatever its feature: a store and what surrounds it.
protocol Session: AnyObject, Sendable {
  var context: SessionContext { get }

  /// The session as it is now.
  func snapshot() throws(Problem) -> Snapshot

  /// The navigation stack of the state, as JSON, and the version it is of.
  func path() throws(Problem) -> (json: [UInt8], version: Int)

  /// Processes an action that a client sent.
  ///
  /// - Parameters:
  ///   - json: The action.
  ///   - condition: The version that the session must be at.
  ///   - completion: Called once, from another thread, when what the action caused without waiting
  ///     for anything has happened.
  /// - Returns: Whether that is so now; then `completion` is not called.
  /// - Throws: ``Problem`` when nothing was changed.
  func send(
    _ json: [UInt8], if condition: VersionCondition,
    completion: @escaping @Sendable () -> Void
  ) throws(Problem) -> Bool

  /// What happens in it, for those who want to be told.
  var events: SessionEvents { get }

  /// Calls back after each change for as long as the token lives, from whatever thread made it.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> ObserveToken

  /// Cancels the effects; no action is processed any more.
  func end(_ reason: SessionEnd)
}

/// What a session knows of its place in the service.
struct SessionContext: Sendable {
  let id: SessionID
  let feature: String
  /// Who reads the events of which session.
  let streams: EventStreams
  /// Where the issues of its reducers are reported.
  let reportIssue: @Sendable (SessionContext, Issue) -> Void
}

/// How a session starts.
enum SessionStart: Sendable {
  /// In the feature's initial state.
  case initial
  /// In the state that is the member `state` of what the client sent.
  case state(content: [UInt8])
  /// In the state that a link leads to.
  case link(String)
}

/// A session at one version.
struct Snapshot: Sendable {
  let version: Int
  let state: [UInt8]
  let effects: Int
}

/// A demand on the version of a session (RFC 9110 §13.1.1).
enum VersionCondition: Sendable, Hashable {
  case any
  case oneOf([Int])

  func isMet(by version: Int) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let versions): versions.contains(version)
    }
  }
}
