import Backstack
public import BackstackStorage
public import FoundationEssentials

/// The stored sessions, for the administrator of a server: it needs no features, and works while a
/// server uses the storage.
///
/// A change through the archive takes the session from the server that has it in memory, which
/// loads it again on the next request.
public struct SessionArchive: Sendable {
  let storage: any SessionStorage
  private let maximumStateBytes: Int
  private let now: @Sendable () -> Date

  /// Creates an archive.
  ///
  /// - Parameters:
  ///   - storage: The storage of the sessions.
  ///   - maximumStateBytes: The maximum size, in bytes, of the state of a session that is inserted.
  ///   - now: Returns the current date.
  public init(
    _ storage: any SessionStorage,
    maximumStateBytes: Int = SessionConfiguration.defaultMaximumStateBytes,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.storage = storage
    self.maximumStateBytes = maximumStateBytes
    self.now = now
  }

  /// Visits every session, in the order of the ids.
  ///
  /// - Parameters:
  ///   - unreadable: Receives the id of each session whose record is damaged.
  ///   - body: Receives the header of each other session.
  /// - Throws: `StorageError` if the storage can't be read, and the errors of the closures.
  public func visit(
    unreadable: (String) throws -> Void = { _ in },
    readable body: (SessionHeader) async throws -> Void
  ) async throws {
    var cursor: StorageCursor?
    repeat {
      let page = try await storage.sessions(by: .id, after: cursor, limit: 500)
      for header in page.sessions { try await body(header) }
      for id in page.unreadable { try unreadable(id) }
      cursor = page.next
    } while cursor != nil
  }

  /// Returns the ids with a prefix, as logs print it, of sessions that exist or ended recently.
  ///
  /// - Parameters:
  ///   - prefix: The prefix. A trailing `…`, as in an access log, is ignored.
  ///   - limit: The maximum number of ids.
  /// - Throws: `StorageError` if the storage can't be read.
  public func ids(
    beginningWith prefix: String, limit: Int = 20
  ) async throws(StorageError) -> [String] {
    let digits = prefix.hasSuffix("…") ? String(prefix.dropLast()) : prefix
    return try await storage.ids(beginningWith: digits, limit: max(1, limit))
  }

  /// Returns a session with its journal.
  ///
  /// - Throws: `StorageError`, also for a record that can't be decoded.
  public func session(_ id: String) async throws(StorageError) -> SavedSession {
    let stored = try await storage.load(id)
    let journal = try await storage.journal(of: id, from: 0, limit: .max, snapshots: true)
    do throws(SessionError) {
      return try StoredRecord.saved(
        stored, journal: journal.entries.filter { $0.version <= stored.header.version })
    } catch {
      throw .unreadableRecord(id: id)
    }
  }

  /// Stores a saved session. Its time to live starts again.
  ///
  /// - Throws: `StorageError.exists` if a session with its id exists or ended recently, and
  ///   `StorageError.invalid(_:)` for invalid numbers and texts, and for a state that is too
  ///   large.
  public func insert(_ session: SavedSession) async throws(StorageError) {
    try session.validate()
    guard session.hasWholeHistory else {
      throw .invalid("a history that lacks versions up to the session's")
    }
    guard session.state.utf8.count <= maximumStateBytes else {
      throw .invalid("a state of more than \(maximumStateBytes) bytes")
    }
    guard SessionID(session.id) != nil else {
      throw .invalid("an id that is not 32 hexadecimal digits")
    }
    let now = now()
    try await storage.create(
      StoredRecord.session(
        session, created: StorageTime(now),
        expires: StorageTime(now.addingTimeInterval(session.timeToLive))))
  }

  /// Ends a session, like a client that deletes it.
  ///
  /// - Parameters:
  ///   - id: The session's id.
  ///   - memory: How long the server responds 410 before it forgets the session, in seconds.
  /// - Throws: `StorageError.notFound`, `StorageError.ended(reason:)`, or the error of a failed
  ///   write.
  public func end(_ id: String, rememberedFor memory: Double = 600) async throws(StorageError) {
    let revision: SessionRevision
    do throws(StorageError) {
      revision = try await storage.claim(id).header.revision
    } catch .quarantined {
      // No server owns it, and none can claim it.
      revision = try await storage.load(id).header.revision
    }
    try await storage.end(
      revision, reason: SessionEndReason.deleted.name,
      rememberedUntil: StorageTime(now().addingTimeInterval(memory)))
  }

  /// Releases a session from quarantine: its crashes are forgotten, and its time to live starts
  /// again.
  ///
  /// - Returns: Whether it was quarantined.
  /// - Throws: `StorageError.notFound`, `StorageError.ended(reason:)`, or the error of a failed
  ///   write.
  public func release(_ id: String) async throws(StorageError) -> Bool {
    try await storage.release(id, at: StorageTime(now()))
  }

  /// Ends the sessions that have expired.
  ///
  /// - Parameter memory: How long the server responds 410 before it forgets a session, in seconds.
  /// - Returns: The number of sessions that were ended.
  /// - Throws: The error of a failed write.
  public func expire(rememberedFor memory: Double = 600) async throws(StorageError) -> Int {
    let now = now()
    var count = 0
    var hasMore = true
    while hasMore {
      let expiry = StorageWrite.Expiry(
        now: StorageTime(now), rememberedUntil: StorageTime(now.addingTimeInterval(memory)),
        limit: 1000)
      let expired = try await storage.expire(expiry)
      count += expired.ids.count
      hasMore = expired.hasMore
    }
    return count
  }
}

extension SavedSession {
  /// Whether its numbers are those of a session: the storage counts times in milliseconds.
  var hasPossibleNumbers: Bool {
    (0...Self.maximumVersion).contains(version) && timeToLive >= 0.001 && timeToLive < 1e9
      && (0...StackElementID.maximumSavedGeneration + 1).contains(nextElementID)
  }

  /// Checks that the values are possible for a session.
  ///
  /// - Throws: ``StorageError/invalid(_:)``.
  func validate() throws(StorageError) {
    guard hasPossibleNumbers else {
      throw .invalid("a saved session with a number out of range")
    }
    let texts =
      [state] + [shared].compactMap(\.self)
      + (history ?? []).flatMap { [$0.action, $0.snapshot, $0.shared].compactMap(\.self) }
      + (pendingEffects ?? []).map(\.action)
    for text in texts where !JSONText.isValid(Array(text.utf8)) {
      throw .invalid("a saved session with a state, an action or a snapshot that is not JSON")
    }
  }
}
