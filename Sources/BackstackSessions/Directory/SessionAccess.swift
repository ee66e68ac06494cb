import BackstackStorage

/// Which sessions a request may use.
package enum SessionAccess: Sendable {
  /// Every session.
  case anyone
  /// The sessions of a principal, and those that belong to nobody.
  case principal(String?)
  /// The sessions for which a closure returns `true`. It may be called on any thread.
  case decision(@Sendable (SessionInfo) -> Bool)
  /// Every session in memory, whose life it does not extend.
  case inspection

  /// Whether sessions are only looked at.
  package var isInspection: Bool { if case .inspection = self { true } else { false } }

  /// Returns the same for sessions of some features, and none of others.
  package func limited(to features: Set<String>) -> Self {
    .decision { session in
      features.contains(session.feature) && allows(owner: session.principal?.id, session)
    }
  }

  /// Returns whether a session may be used.
  package func allows(_ context: SessionContext) -> Bool {
    allows(owner: context.principal?.id, context.info)
  }

  /// Returns whether a stored session may be used.
  func allows(_ id: SessionID, _ ownership: SessionOwnership) -> Bool {
    let principal = StoredRecord.principal(ownership)
    return allows(
      owner: principal?.id,
      SessionInfo(
        id: id.description, feature: ownership.feature, principal: principal, isResumed: true))
  }

  /// Returns whether a principal may use a stored session of its own.
  func allows(_ id: SessionID, _ feature: String, of principal: SessionPrincipal) -> Bool {
    allows(
      owner: principal.id,
      SessionInfo(
        id: id.description, feature: feature, principal: principal, isResumed: true))
  }

  private func allows(owner: String?, _ session: @autoclosure () -> SessionInfo) -> Bool {
    switch self {
    case .anyone, .inspection: true
    case .principal(let id): owner == nil || owner == id
    case .decision(let isAllowed): isAllowed(session())
    }
  }
}
