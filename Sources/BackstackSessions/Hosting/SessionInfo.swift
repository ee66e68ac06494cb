public import Backstack
import BackstackDependencies
import FoundationEssentials

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
  /// The language of the person, as a tag (BCP 47) such as `de-AT`; `nil` if the client gave none.
  public let locale: String?

  /// Creates a description of a session.
  ///
  /// - Parameters:
  ///   - id: The session's id.
  ///   - feature: The name of the feature.
  ///   - principal: The principal that created the session.
  ///   - isResumed: Whether the session was resumed from a ``SavedSession``.
  ///   - locale: The language of the person, as a tag (BCP 47).
  public init(
    id: String, feature: String, principal: SessionPrincipal? = nil, isResumed: Bool = false,
    locale: String? = nil
  ) {
    self.id = id
    self.feature = feature
    self.principal = principal
    self.isResumed = isResumed
    self.locale = locale
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
      let session = self[HostingSessionKey.self]
      return (session as? SessionContext)?.info ?? (session as? GivenSession)?.info
    }
    set { self[HostingSessionKey.self] = newValue.map { GivenSession($0) } }
  }

  /// The sessions of the directory that hosts the feature; `nil` outside a hosted session.
  var hostedSessions: HostedSessions? {
    (self[HostingSessionKey.self] as? SessionContext).map { HostedSessions(of: $0) }
  }

  /// Sets ``session`` to a hosted session.
  mutating func setSession(_ context: SessionContext) { self[HostingSessionKey.self] = context }
}

/// A description that a program sets in place of a hosted session's.
private final class GivenSession: LocaleSource {
  let info: SessionInfo

  init(_ info: SessionInfo) { self.info = info }

  var locale: Locale? { info.locale.flatMap { LanguageTag($0) }?.locale }
}
