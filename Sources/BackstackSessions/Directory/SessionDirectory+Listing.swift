import BackstackStorage
package import FoundationEssentials

/// A session of a principal, as an entry of a list.
package struct ListedSession: Sendable, Hashable {
  package let id: SessionID
  package let feature: String
  /// When the session expires unless it is used before.
  package let expiresAt: Date
}

/// A part of the list of a principal's sessions.
package struct ListedSessions: Sendable, Hashable {
  package var sessions: [ListedSession] = []
  /// The last session of this part, after which the next one begins; `nil` at the end of the list.
  package var last: SessionID?
}

extension SessionDirectory {
  /// Lists the sessions that belong to a principal, in memory or stored, in the order of their ids.
  /// This extends no session's life, and activates none.
  ///
  /// A part can have fewer sessions than the limit, or none, although others follow.
  ///
  /// - Parameters:
  ///   - access: Which of the sessions the principal may use; others are left out.
  ///   - last: The last session of the part before; `nil` for the first part.
  ///   - completion: Receives the list, at once or on another thread.
  /// - Complexity: Without a storage, O(*n*) in the number of sessions in memory.
  package func listSessions(
    of principal: SessionPrincipal, for access: SessionAccess, after last: SessionID?, limit: Int,
    _ completion: @escaping @Sendable (Result<ListedSessions, SessionError>) -> Void
  ) {
    guard let storage else {
      let list: @Sendable () -> Void = { [self] in
        completion(.success(activeSessions(of: principal, for: access, after: last, limit)))
      }
      // Looks at each session in memory, in the time in which some bytes could be encoded.
      guard LargeWork.isLarge(16 * sessionCount) else { return list() }
      let source = LargeWorkSource(client: principal.id.hashValue, subject: 0)
      if !large.offloadRequest(0, from: source, list) { completion(.failure(.overloaded)) }
      return
    }
    let cursor = last.map { StorageCursor(text: $0.description) }
    let query = StorageQuery.sessions(.owner(principal.id), after: cursor, limit: limit) {
      [self] result in
      switch result {
      case .success(let page):
        completion(.success(listed(page, of: principal, for: access)))
      case .failure(let error):
        storage.failed(reading: error)
        completion(.failure(.storage(error)))
      }
    }
    storage.ask(query)
  }

  private func activeSessions(
    of principal: SessionPrincipal, for access: SessionAccess, after last: SessionID?, _ limit: Int
  ) -> ListedSessions {
    let entries = registry.first(limit + 1, after: last) { $0.principal?.id == principal.id }
    let part = entries.prefix(limit)
    // Not under the registry's locks: the closure of an access is the host's.
    let allowed = part.filter { access.allows($0.session.context) }
    return ListedSessions(
      sessions: allowed.map { entry in
        let context = entry.session.context
        return ListedSession(id: context.id, feature: context.feature, expiresAt: entry.expiresAt)
      }, last: entries.count > limit ? part.last?.session.context.id : nil)
  }

  private func listed(
    _ page: SessionPage, of principal: SessionPrincipal, for access: SessionAccess
  ) -> ListedSessions {
    let now = StorageTime(clock.expiryDate)
    var list = ListedSessions(last: page.next.flatMap { SessionID($0.text) })
    for header in page.sessions {
      guard let id = SessionID(header.id), access.allows(id, header.feature, of: principal) else {
        continue
      }
      switch find(id, .inspection) {
      // The storage does not know each use.
      case .found(let entry):
        list.sessions.append(
          ListedSession(id: id, feature: header.feature, expiresAt: entry.expiresAt))
      case .ended, .ending, .hidden: break
      case .unknown where header.hasExpired(at: now): break
      case .unknown:
        list.sessions.append(
          ListedSession(
            id: id, feature: header.feature,
            expiresAt: Date(timeIntervalSince1970: header.expires.seconds)))
      }
    }
    return list
  }
}
