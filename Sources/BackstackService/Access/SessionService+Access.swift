import BackstackHTTP
import BackstackSessions

extension SessionService {
  /// Returns which sessions a request may use: the only code that decides it.
  func access(_ principal: HTTPPrincipal?, _ operation: SessionOperation) -> SessionAccess {
    if isInspecting { return .inspection }
    if let mayUse = configuration.mayUse {
      return .decision { mayUse(principal, $0, operation) }
    }
    return configuration.sharesSessions ? .anyone : .principal(principal?.id)
  }
}

extension SessionPrincipal {
  /// Creates the owner of a session from the principal of a request.
  init(_ principal: HTTPPrincipal) {
    self.init(id: principal.id, attributes: principal.attributes)
  }
}
