public import BackstackStorage
public import FoundationEssentials

/// The sessions of a storage, for who runs the server: without the features, and also while a server
/// uses it.
///
/// A session that is changed here is taken away from the server that has it in memory, which fetches it
/// again with the next request.
public struct SessionArchive: Sendable {
  let storage: any SessionStorage
  private let maximumStateBytes: Int
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - storage: Where the sessions are.
  ///   - maximumStateBytes: How many bytes the state of a session may have that is stored here.
  ///   - now: Where the current date comes from.
  public init(
    _ storage: any SessionStorage,
    maximumStateBytes: Int = ServiceConfiguration.defaultMaximumStateBytes,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.storage = storage
    self.maximumStateBytes = maximumStateBytes
    self.now = now
  }

  /// Visits every session, in the order of their ids.
  ///
  /// - Parameters:
  ///   - unreadable: Gets the ids of those whose records are damaged.
  ///   - body: Gets what is known of the others.
  /// - Throws: ``StorageError`` when the storage can't be asked, and what `body` throws.
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

  /// The ids that begin with a text, as logs have it, of sessions that live or ended a while ago.
  ///
  /// - Parameters:
  ///   - prefix: Where `…` follows, as in an access log, it does not count.
  ///   - limit: How many ids at most.
  /// - Throws: ``StorageError`` when the storage can't be asked.
  public func ids(
    beginningWith prefix: String, limit: Int = 20
  ) async throws(StorageError) -> [String] {
    let digits = prefix.hasSuffix("…") ? String(prefix.dropLast()) : prefix
    return try await storage.ids(beginningWith: digits, limit: max(1, limit))
  }

  /// A session, with what is remembered of it.
  ///
  /// - Throws: ``StorageError``, also for a record that makes no sense.
  public func session(_ id: String) async throws(StorageError) -> SavedSession {
    let stored = try await storage.load(id)
    let journal = try await storage.journal(of: id, from: 0, limit: .max, snapshots: true)
    do throws(Problem) {
      return try StoredRecord.saved(
        stored, journal: journal.entries.filter { $0.version <= stored.header.version })
    } catch {
      throw .unreadableRecord(id: id)
    }
  }

  /// Stores a session that was saved; its life begins anew.
  ///
  /// - Throws: ``StorageError/exists`` when there is, or was a while ago, one of its id, and
  ///   ``StorageError/invalid(_:)`` for numbers and texts that can't be, and for a state that is too large.
  public func insert(_ session: SavedSession) async throws(StorageError) {
    try session.validate()
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

  /// Ends a session, as a client does that deletes it.
  ///
  /// - Parameter memory: How long it is answered 410 before it is forgotten, in seconds.
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``, or what keeps any write.
  public func end(_ id: String, rememberedFor memory: Double = 600) async throws(StorageError) {
    let revision: SessionRevision
    do throws(StorageError) {
      revision = try await storage.claim(id).header.revision
    } catch .quarantined {
      // Nobody owns it, and nobody can.
      revision = try await storage.load(id).header.revision
    }
    try await storage.end(
      revision, reason: SessionEndReason.deleted.name,
      rememberedUntil: StorageTime(now().addingTimeInterval(memory)))
  }

  /// Frees a session from quarantine: its crashes are forgotten, and its life begins anew.
  ///
  /// - Returns: Whether it was quarantined.
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``, or what keeps any write.
  public func release(_ id: String) async throws(StorageError) -> Bool {
    try await storage.release(id, at: StorageTime(now()))
  }

  /// Ends the sessions that have expired.
  ///
  /// - Returns: How many.
  /// - Throws: What keeps any write.
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
  /// Finds what no session can be.
  ///
  /// - Throws: ``StorageError/invalid(_:)``.
  func validate() throws(StorageError) {
    guard (0...Self.maximumVersion).contains(version), timeToLive > 0, timeToLive < 1e9,
      nextElementID >= 0
    else { throw .invalid("a saved session whose numbers can't be") }
    let texts = [state] + (history ?? []).flatMap { [$0.action, $0.snapshot].compactMap(\.self) }
    for text in texts where !JSONText.isValid(Array(text.utf8)) {
      throw .invalid("a saved session with a state, an action or a snapshot that is not JSON")
    }
  }
}
