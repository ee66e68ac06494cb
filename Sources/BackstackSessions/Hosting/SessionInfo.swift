public import Backstack

/// The description of a session that its dependencies and hooks receive.
public struct SessionInfo: Sendable, Hashable {
  /// The session's id. It gives access to the session: never log it.
  public let id: String
  /// The name of the feature.
  public let feature: String
  /// The principal that created the session, if middleware authenticated one.
  public let principal: SessionPrincipal?
  /// Whether the session was resumed from a ``SavedSession``.
  public let isResumed: Bool

  /// Creates a description of a session.
  ///
  /// - Parameters:
  ///   - id: The session's id.
  ///   - feature: The name of the feature.
  ///   - principal: The principal that created the session.
  ///   - isResumed: Whether the session was resumed from a ``SavedSession``.
  public init(
    id: String, feature: String, principal: SessionPrincipal? = nil, isResumed: Bool = false
  ) {
    self.id = id
    self.feature = feature
    self.principal = principal
    self.isResumed = isResumed
  }
}

extension SessionInfo: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text that is safe to log: the beginning of the id, the feature and the principal.
  public var description: String {
    "\(id.prefix(8))… of \(feature)" + (principal.map { " for \($0.id)" } ?? "")
  }

  public var debugDescription: String { description }
}

extension DependencyValues {
  /// The session that hosts the feature; `nil` outside a server, as in tests.
  public var session: SessionInfo? {
    get {
      switch self[SessionInfoKey.self] {
      case .hosted(let context): context.info
      case .given(let info): info
      case nil: nil
      }
    }
    set { self[SessionInfoKey.self] = newValue.map { .given($0) } }
  }

  /// The sessions of the directory that hosts the feature; `nil` outside a hosted session.
  var hostedSessions: HostedSessions? {
    guard case .hosted(let context) = self[SessionInfoKey.self] else { return nil }
    return HostedSessions(of: context)
  }

  /// Sets ``session`` to a hosted session.
  mutating func setSession(_ context: SessionContext) {
    self[SessionInfoKey.self] = .hosted(context)
  }
}

private enum SessionInfoKey: DependencyKey {
  enum Source: Sendable {
    case hosted(SessionContext)
    // Indirect: the usual case, `hosted`, then needs no memory of its own.
    indirect case given(SessionInfo)
  }

  static var liveValue: Source? { nil }
  static var testValue: Source? { nil }
}
