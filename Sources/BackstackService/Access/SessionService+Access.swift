import BackstackHTTP
import BackstackStorage

/// Session ownership: the only code that decides whether a request may use a session.
extension SessionService {
  /// Returns whether a principal may perform an operation on a session.
  func mayUse(
    _ session: @autoclosure () -> SessionInfo, of owner: String?, _ principal: HTTPPrincipal?,
    _ operation: SessionOperation
  ) -> Bool {
    if let mayUse = configuration.mayUse { return mayUse(principal, session(), operation) }
    return configuration.sharesSessions || owner == nil || owner == principal?.id
  }

  /// Returns whether a principal may continue an operation that it was allowed to begin.
  func mayUse(
    _ context: SessionContext, _ principal: HTTPPrincipal?, _ operation: SessionOperation
  ) -> Bool {
    mayUse(context.info, of: context.principal?.id, principal, operation)
  }

  /// Finds a session in memory for a request, and extends its life.
  func find(
    _ id: SessionID, for request: HTTPRequest, _ operation: SessionOperation
  ) -> SessionRegistry.Lookup {
    let principal = request.principal
    if configuration.mayUse != nil {
      // Called before the registry's lock is taken: the closure is the user's and may do anything.
      guard let context = registry.context(of: id) else { return .unknown }
      guard mayUse(context, principal, operation) else { return .hidden }
      return registry.use(id, now: clock.read())
    }
    return registry.use(id, now: clock.read()) { context in
      mayUse(context, principal, operation)
    }
  }

  /// Looks up the owner of a session that is not in memory, before doing anything to it: the
  /// request of another client neither activates the session nor claims it from another server.
  ///
  /// - Parameters:
  ///   - isHidden: Whether the session is already known to belong to another principal. The storage
  ///     is read all the same, so that the time does not reveal that the id exists.
  ///   - next: Called when the session is stored and the request may use it.
  func askOwner(
    of id: SessionID, for request: HTTPRequest, _ operation: SessionOperation, isHidden: Bool,
    in storage: any SessionStorage, _ responder: HTTPResponder,
    then next: @escaping @Sendable () throws(Problem) -> Void
  ) {
    let query = StorageQuery.ownership(id: id.description) { [self] result in
      responder.respond { () throws(Problem) in
        let ownership: SessionOwnership
        switch result {
        case .success(let known): ownership = known
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
    storage.ask(query)
  }

  private func info(_ id: SessionID, _ ownership: SessionOwnership) -> SessionInfo {
    SessionInfo(
      id: id.description, feature: ownership.feature,
      principal: StoredRecord.principal(ownership), isResumed: true)
  }
}
