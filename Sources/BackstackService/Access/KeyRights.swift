import BackstackHTTP

/// The rights of an API key in the sessions that its client may use.
public struct KeyRights: Sendable, Hashable {
  /// The extent of what a client may do.
  public enum Level: String, Sendable, CaseIterable {
    /// It looks at sessions.
    case read
    /// As an agent, it also begins sessions and uses controls, except those that a view marks as
    /// destructive.
    case safe
    /// It does whatever any client can.
    case full = "on"
  }

  /// The extent.
  public var level: Level
  /// The names of the features whose sessions it may use and create; `nil` for all.
  public var features: Set<String>?

  /// Creates rights.
  public init(_ level: Level, in features: Set<String>? = nil) {
    self.level = level
    self.features = features
  }
}

/// Refuses requests for which the key of their client has no rights.
struct RightsGuard: HTTPMiddleware {
  let rights: [String: KeyRights]
  /// The paths that check rights by themselves.
  let judgingPaths: Set<String>

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    if let id = request.principal?.id, let rights = rights[id], rights.level != .full,
      !isReading(request), !judgingPaths.contains(request.path)
    {
      return responder.respond(Problem.notPermitted(rights.level).response)
    }
    next.respond(to: request, responder)
  }

  /// Returns whether a request changes nothing, and opens no connection by which its client can.
  private func isReading(_ request: HTTPRequest) -> Bool {
    switch request.method {
    case .get, .head: !request.path.hasSuffix("/socket")
    case .options: true
    default: request.path.hasSuffix("/events/tickets")
    }
  }
}

extension Problem {
  fileprivate static func notPermitted(_ level: KeyRights.Level) -> Problem {
    Problem(
      .notPermitted,
      level == .read
        ? "This key may only read."
        : "This key may act only as an agent does, by the controls of screens.")
  }
}
