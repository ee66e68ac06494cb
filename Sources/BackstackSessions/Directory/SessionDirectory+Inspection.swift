package import FoundationEssentials

/// Lists sessions without using them: looking at a session neither extends its life nor activates
/// it.
extension SessionDirectory {
  /// Returns the sessions in memory that were used last, the latest first.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sessions.
  ///   - before: The last session of the page before; `nil` for the first page.
  ///   - feature: The name of the sessions' feature; `nil` for all features.
  ///   - prefix: What the ids begin with.
  ///   - owner: What the names of the principals that own them contain.
  /// - Complexity: O(*n*), where *n* is the number of sessions in memory.
  package func latestSessions(
    _ limit: Int, before: SessionUse? = nil, of feature: String? = nil, prefix: String = "",
    owner: String = ""
  ) -> [SessionRegistry.Entry] {
    let runtime = feature.map { runtimes[$0] }
    return registry.latest(limit, before: before) { context in
      if let runtime, context.runtime !== runtime { return false }
      if !owner.isEmpty, context.principal?.id.contains(owner) != true { return false }
      return prefix.isEmpty || context.id.description.hasPrefix(prefix)
    }
  }

  /// Returns the effects in flight of a session in memory; `nil` if there is no such session.
  package func effectsInFlight(of id: SessionID) -> SessionEffects? {
    registry.find(id)?.session.effectsInFlight()
  }

  /// Whether a stored session is in memory.
  package func isActive(_ id: String) -> Bool {
    SessionID(id).map { registry.find($0) != nil } ?? false
  }

  /// Activates a stored session, as a request of a client does.
  package func activate(
    _ id: SessionID, _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    find(id, for: .anyone) { decision in
      switch decision {
      case .local(.success): completion(nil)
      case .local(.failure(let refusal)): completion(refusal.error)
      case .forward(let destination): completion(destination.error)
      }
    }
  }
}

extension SessionRegistry.Entry {
  /// The date of the last use.
  package var lastUseDate: Date { expiresAt.addingTimeInterval(-timeToLive) }
}
