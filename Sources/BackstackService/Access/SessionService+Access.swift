import BackstackHTTP
import BackstackStorage

/// Whose sessions are: the one place where it is decided whether a request may use a session.
extension SessionService {
  /// Whether a principal may do something with a session.
  func mayUse(
    _ session: @autoclosure () -> SessionInfo, of owner: String?, _ principal: HTTPPrincipal?,
    _ operation: SessionOperation
  ) -> Bool {
    if let mayUse = configuration.mayUse { return mayUse(principal, session(), operation) }
    return configuration.sharesSessions || owner == nil || owner == principal?.id
  }

  /// Whether a principal may go on with something that it was let do with a session.
  func mayUse(
    _ context: SessionContext, _ principal: HTTPPrincipal?, _ operation: SessionOperation
  ) -> Bool {
    mayUse(context.info, of: context.principal?.id, principal, operation)
  }

  /// Finds a session in memory for a request, and prolongs its life.
  func find(
    _ id: SessionID, for request: HTTPRequest, _ operation: SessionOperation
  ) -> SessionRegistry.Lookup {
    let principal = request.principal
    if configuration.mayUse != nil {
      // Asked before the lock of the registry is taken, as the closure may do what it likes.
      guard let context = registry.context(of: id) else { return .unknown }
      guard mayUse(context, principal, operation) else { return .hidden }
      return registry.use(id, now: clock.read())
    }
    return registry.use(id, now: clock.read()) { context in
      mayUse(context, principal, operation)
    }
  }

  /// Finds out whose a session is that is not in memory, before anything is done to it: a stranger's
  /// request neither wakes it nor claims it from another server.
  ///
  /// - Parameters:
  ///   - isHidden: Whether that is known to be another's. The storage is asked all the same, so that it
  ///     takes as long as for an id that there is not.
  ///   - next: Called when the session is stored and the request may use it.
  func askOwner(
    of id: SessionID, for request: HTTPRequest, _ operation: SessionOperation, isHidden: Bool,
    in storage: any SessionStorage, _ responder: HTTPResponder,
    then next: @escaping @Sendable () throws(Problem) -> Void
  ) {
    storage.ask(.ownership(id: id.description)) { [self] result in
      responder.respond { () throws(Problem) in
        let ownership: SessionOwnership
        switch result {
        case .success(.ownership(let known)): ownership = known
        case .success: throw Problem(.unavailable("another answer"))
        case .failure(let error): throw storageProblem(error)
        }
        let isAllowed =
          !isHidden
          && mayUse(
            info(id, ownership), of: StoredRecord.principal(ownership)?.id, request.principal,
            operation)
        guard isAllowed else { throw .unknownSession }
        if let reason = ownership.endReason {
          throw .endedSession(SessionEndReason(stored: reason))
        }
        try next()
      }
    }
  }

  private func info(_ id: SessionID, _ ownership: SessionOwnership) -> SessionInfo {
    SessionInfo(
      id: id.description, feature: ownership.feature,
      principal: StoredRecord.principal(ownership), isResumed: true)
  }
}
