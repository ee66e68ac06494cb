import BackstackHTTP

/// The rights of a principal in the sessions that it may use.
public struct KeyRights: Sendable, Hashable {
  /// The extent of what a client may do.
  public enum Level: String, Sendable, CaseIterable {
    /// It looks at sessions.
    case read
    /// As an agent, it also begins sessions and uses controls, except those that a view marks as
    /// destructive.
    case safe
    /// It does all that a client can do.
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

/// Refuses requests for which their principal has no rights.
struct RightsGuard: HTTPMiddleware {
  let rights: [String: KeyRights]
  /// The routes of the service, as a path can be written in several ways.
  let router: HTTPRouter
  let pathsWithOwnRights: Set<String>

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    if let id = request.principal?.id, let rights = rights[id], rights.level != .full,
      !isReading(request), !pathsWithOwnRights.contains(request.path)
    {
      return responder.respond(Problem.notPermitted(rights.level).response)
    }
    next.respond(to: request, responder)
  }

  /// Returns whether a request changes nothing, and opens no connection by which its client can.
  private func isReading(_ request: HTTPRequest) -> Bool {
    let pattern = router.route(for: request)?.pattern
    switch request.method {
    case .get, .head: return pattern != "/sessions/{id}/socket"
    case .options: return true
    default: return pattern == "/sessions/{id}/events/tickets"
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
