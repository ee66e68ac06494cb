import BackstackStorage
import Synchronization

/// Whether stored sessions may have pending effects that no process works on. A search activates
/// them.
final class PendingSearch: Sendable {
  private let isDue = Atomic(true)

  /// Demands a search.
  func request() { isDue.store(true, ordering: .relaxed) }

  /// Begins a search if one is due.
  func begin() -> Bool { isDue.exchange(false, ordering: .relaxed) }
}

/// A search for stored sessions with pending effects, which it activates one after the other, so
/// that their effects continue without a request.
struct PendingActivation: Sendable {
  private let directory: SessionDirectory
  private let storage: StorageAccess

  /// - Returns: `nil` without a storage.
  init?(at directory: SessionDirectory) {
    guard let storage = directory.storage else { return nil }
    self.directory = directory
    self.storage = storage
  }

  /// Begins the search, if one is due: when the directory starts, and again after a session was
  /// dropped because it could not be stored, or could not be activated for lack of room.
  func begin() {
    if directory.pendingSearch.begin() { search(after: nil) }
  }

  private func search(after cursor: StorageCursor?) {
    if directory.stopFlag.isSet { return }
    let query = StorageQuery.sessions(.pending, after: cursor, limit: 100) { result in
      switch result {
      case .success(let page):
        // Not on the storage's thread.
        storage.schedule { activate(page.sessions[...], then: page.next) }
      case .failure(let error):
        storage.failed(reading: error)
        directory.pendingSearch.request()
      }
    }
    storage.ask(query)
  }

  private func activate(_ headers: ArraySlice<SessionHeader>, then next: StorageCursor?) {
    var headers = headers
    while let header = headers.popFirst(), !directory.stopFlag.isSet {
      guard let id = SessionID(header.id), directory.runtimes[header.feature] != nil,
        directory.find(id) == nil
      else { continue }
      // Another server on the same storage may have found the session, too: only one of them gets
      // it.
      let right = SessionClaim.Right.unclaimed(since: header.epoch)
      activate(id, by: right) { [headers] error in
        switch error {
        case .overCapacity, .outOfMemory, .storage(.overloaded), .storage(.unavailable),
          .storage(.full), .storage(.readOnly):
          // The next sweep tries again. After any other error, the next session is not concerned.
          directory.pendingSearch.request()
        default: storage.schedule { activate(headers, then: next) }
        }
      }
      return
    }
    if headers.isEmpty, let next { search(after: next) }
  }

  private func activate(
    _ id: SessionID, by right: SessionClaim.Right,
    _ completion: @escaping @Sendable (SessionError?) -> Void
  ) {
    // Each process has the search, and finds what belongs at it.
    if directory.placing != nil { return directory.activate(id, completion) }
    directory.activation.activate(id, for: .anyone, isHidden: false, by: right, completion)
  }
}
