/// The state of a session at a version.
public struct RemoteSnapshot<State> {
  /// The session's id. Without API keys, anyone who knows it can use the session.
  public let id: String
  public let feature: String
  /// How many actions the session has processed.
  public let version: Int
  public let state: State
  /// The link to the shown state, if the feature has links.
  public let link: String?

  init(_ document: SessionDocument, state: State) {
    id = document.id
    feature = document.feature
    version = document.version
    link = document.link
    self.state = state
  }
}

extension RemoteSnapshot: Sendable where State: Sendable {}
extension RemoteSnapshot: Equatable where State: Equatable {}
