import BackstackStorage
import Synchronization

/// Whether stored sessions may have pending effects that no process works on. A search activates them.
final class PendingSearch: Sendable {
  private let isDue = Atomic(true)

  /// Demands a search.
  func request() { isDue.store(true, ordering: .relaxed) }

  /// Begins a search if one is due.
  func begin() -> Bool { isDue.exchange(false, ordering: .relaxed) }
}

extension SessionDirectory {
  /// Activates the stored sessions with pending effects, one after the other, if that is due: the
  /// effects go on although no request comes.
  ///
  /// It is due when the directory starts, and again after a session was dropped because it could
  /// not be stored, or could not be activated for lack of room.
  func activatePending() {
    if configuration.storage != nil, pendingSearch.begin() { activatePending(after: nil) }
  }

  private func activatePending(after cursor: StorageCursor?) {
    guard let storage = configuration.storage, !isStopped.load(ordering: .relaxed) else { return }
    let query = StorageQuery.sessions(.pending, after: cursor, limit: 100) { [self] result in
      switch result {
      case .success(let page):
        // Not on the storage's thread.
        storageQueue { [self] in activatePending(page.sessions[...], then: page.next) }
      case .failure(let error):
        storageHealth.note(error)
        pendingSearch.request()
      }
    }
    storage.ask(query)
  }

  private func activatePending(_ headers: ArraySlice<SessionHeader>, then next: StorageCursor?) {
    var headers = headers
    while let header = headers.popFirst(), !isStopped.load(ordering: .relaxed) {
      guard let id = SessionID(header.id), runtimes[header.feature] != nil,
        registry.find(id) == nil
      else { continue }
      // Another server on the same storage may have found the session, too: only one of them gets
      // it.
      let right = SessionClaim.Right.unclaimed(since: header.epoch)
      activatePending(id, by: right) { [self, headers] error in
        switch error {
        case .overCapacity, .outOfMemory, .storage(.overloaded), .storage(.unavailable),
          .storage(.full), .storage(.readOnly):
          // The next sweep tries again. After any other error, the next session is not concerned.
          pendingSearch.request()
        default: storageQueue { [self] in activatePending(headers, then: next) }
        }
      }
      return
    }
    if headers.isEmpty, let next { activatePending(after: next) }
  }

  private func activatePending(
    _ id: SessionID, by right: SessionClaim.Right,
    _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    // Each process has the search, and finds what belongs at it.
    if placing != nil { return activate(id, completion) }
    activate(id, for: .anyone, isHidden: false, by: right, completion)
  }
}
