public import Backstack
public import BackstackHTTP

/// What a session's dependencies and hooks can know of it.
public struct SessionInfo: Sendable, Hashable {
  /// The session's id. Who knows it holds the session: it belongs in no log.
  public let id: String
  /// The name of the feature.
  public let feature: String
  /// Who created the session, as middleware found out.
  public let principal: HTTPPrincipal?
  /// Whether the session goes on from a ``SavedSession``.
  public let isResumed: Bool

  /// - Parameters:
  ///   - id: The session's id.
  ///   - feature: The name of the feature.
  ///   - principal: Who created the session.
  ///   - isResumed: Whether the session goes on from a ``SavedSession``.
  public init(
    id: String, feature: String, principal: HTTPPrincipal? = nil, isResumed: Bool = false
  ) {
    self.id = id
    self.feature = feature
    self.principal = principal
    self.isResumed = isResumed
  }
}

extension SessionInfo: CustomStringConvertible, CustomDebugStringConvertible {
  /// What a log may have of the session: the beginning of the id, the feature and the principal.
  public var description: String {
    "\(id.prefix(8))… of \(feature)" + (principal.map { " for \($0.id)" } ?? "")
  }

  public var debugDescription: String { description }
}

extension DependencyValues {
  /// The session that a feature is hosted in; `nil` where it is not hosted, as in tests.
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

  /// Sets ``session`` to a hosted one.
  mutating func setSession(_ context: SessionContext) {
    self[SessionInfoKey.self] = .hosted(context)
  }
}

private enum SessionInfoKey: DependencyKey {
  enum Source: Sendable {
    case hosted(SessionContext)
    // Indirect, so that one that is hosted, as nearly all are, needs no memory of its own.
    indirect case given(SessionInfo)
  }

  static var liveValue: Source? { nil }
  static var testValue: Source? { nil }
}
