import BackstackHTTP
import BackstackSessions

extension SessionService {
  /// Returns which sessions a request may use: the only code that decides it.
  func access(_ principal: HTTPPrincipal?, _ operation: SessionOperation) -> SessionAccess {
    if isInspecting { return .inspection }
    let access: SessionAccess
    if let mayUse = configuration.mayUse {
      access = .decision { mayUse(principal, $0, operation) }
    } else {
      access = configuration.sharesSessions ? .anyone : .principal(principal?.id)
    }
    return features(of: principal).map { access.limited(to: $0) } ?? access
  }

  /// Returns the features whose sessions a principal may use; `nil` for all.
  func features(of principal: HTTPPrincipal?) -> Set<String>? {
    if configuration.keyRights.isEmpty { return nil }
    return principal.flatMap { configuration.keyRights[$0.id]?.features }
  }
}

extension SessionPrincipal {
  /// Creates the owner of a session from the principal of a request.
  init(_ principal: HTTPPrincipal) {
    self.init(id: principal.id, attributes: principal.attributes)
  }
}
