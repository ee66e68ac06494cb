import BackstackHTTP
import BackstackSessions

extension SessionService {
  /// Returns which sessions a client may use: the only code that decides it.
  func access(_ principal: HTTPPrincipal?, _ operation: SessionOperation) -> SessionAccess {
    let access = accessWithoutKeyRights(principal, operation)
    guard let features = features(of: principal) else { return access }
    return access.limited(to: features)
  }

  private func accessWithoutKeyRights(
    _ principal: HTTPPrincipal?, _ operation: SessionOperation
  ) -> SessionAccess {
    if let mayUse = configuration.mayUse {
      return .decision { mayUse(principal, $0, operation) }
    }
    return configuration.sharesSessions ? .anyone : .principal(principal?.id)
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
