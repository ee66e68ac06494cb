/// A navigation session, whatever its feature: a store and what surrounds it.
protocol Session: AnyObject, Sendable {
  var context: SessionContext { get }

  /// The session as it is now.
  func snapshot() throws(Problem) -> Snapshot

  /// The session as it is now, and the id that its next screen gets.
  func save() throws(Problem) -> (snapshot: Snapshot, nextElementID: Int)

  /// The navigation stack of the state, as JSON, and the version it is of.
  func path() throws(Problem) -> (json: [UInt8], version: Int)

  /// Processes an action that a client sent.
  ///
  /// - Parameters:
  ///   - json: The action.
  ///   - condition: The version that the session must be at.
  ///   - issues: Gets the issues that the action causes.
  ///   - completion: Called once, from another thread, when what the action caused without waiting
  ///     for anything has happened.
  /// - Returns: Whether that is so now; then `completion` is not called.
  /// - Throws: ``Problem`` when nothing was changed.
  func send(
    _ json: [UInt8], if condition: VersionCondition, issues: IssueCollector,
    completion: @escaping @Sendable () -> Void
  ) throws(Problem) -> Bool

  /// Cancels the effects; no action is processed any more.
  func end()
}

/// How a session starts.
enum SessionStart: Sendable {
  /// In the feature's initial state.
  case initial
  /// In the state that is the member `state` of what the client sent.
  case state(content: [UInt8])
  /// In the state that a link leads to.
  case link(String)
  /// As it was saved.
  case saved(SavedSession)
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
