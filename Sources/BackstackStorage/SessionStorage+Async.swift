// MARK: Writes

extension SessionStorage {
  /// Stores a new session.
  ///
  /// - Throws: ``StorageError/exists``, ``StorageError/answerExists``, or an error that any write
  ///   can throw.
  @discardableResult
  public func create(_ session: NewSession) async throws(StorageError) -> SessionRevision {
    try await result { submit(.create(session, $0)) }
  }

  /// Makes the caller the owner of a session, by the right ``SessionClaim/Right/any``.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   ``StorageError/quarantined(since:)``, or an error that any write can throw.
  public func claim(_ id: String) async throws(StorageError) -> StoredSession {
    try await claim(SessionClaim(id)).session
  }

  /// Makes the caller the owner of a session if the claim's right allows it.
  ///
  /// - Returns: The session and the end of its journal.
  /// - Throws: ``StorageError/fenced(current:)`` or ``StorageError/owned(node:epoch:)`` if the right
  ///   does not allow it;
  ///   ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   ``StorageError/quarantined(since:)``, or an error that any write can throw.
  public func claim(_ claim: SessionClaim) async throws(StorageError) -> ClaimedSession {
    try await result { submit(.claim(claim, $0)) }
  }

  /// Changes a session.
  ///
  /// - Throws: ``StorageError/fenced(current:)``, ``StorageError/versionConflict(current:)``,
  ///   ``StorageError/answerExists``, ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   or an error that any write can throw.
  @discardableResult
  public func update(_ update: SessionUpdate) async throws(StorageError) -> SessionRevision {
    try await result { submit(.update(update, $0)) }
  }

  /// Ends a session; the storage remembers it until the given time.
  ///
  /// - Throws: The errors of ``update(_:)``.
  public func end(
    _ revision: SessionRevision, reason: String, rememberedUntil: StorageTime
  ) async throws(StorageError) {
    try await result {
      submit(.end(revision, reason: reason, rememberedUntil: rememberedUntil, $0))
    }
  }

  /// Removes a session without remembering it.
  ///
  /// - Throws: The errors of ``update(_:)``.
  public func delete(_ revision: SessionRevision) async throws(StorageError) {
    try await result { submit(.delete(revision, $0)) }
  }

  /// Ends expired sessions, and removes expired answers and ended sessions.
  ///
  /// - Throws: An error that any write can throw.
  public func expire(
    _ expiry: StorageWrite.Expiry
  ) async throws(StorageError) -> ExpiredSessions {
    try await result { submit(.expire(expiry, $0)) }
  }

  /// Records that a process ended while it worked on a session.
  ///
  /// - Returns: Whether the session is quarantined now.
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``, or an error that any
  ///   write can throw.
  @discardableResult
  public func recordCrash(_ crash: SessionCrash) async throws(StorageError) -> Bool {
    try await result { submit(.recordCrash(crash, $0)) }
  }

  /// Removes the recorded crashes of a session, so that it can be claimed again.
  ///
  /// - Returns: Whether the session was quarantined.
  /// - Throws: The errors of ``recordCrash(_:)``.
  @discardableResult
  public func release(_ id: String, at time: StorageTime) async throws(StorageError) -> Bool {
    try await result { submit(.release(id: id, at: time, $0)) }
  }

  /// Tests whether the storage can write.
  ///
  /// - Throws: An error that any write can throw.
  public func probe() async throws(StorageError) { try await result { submit(.probe($0)) } }
}

// MARK: Queries

extension SessionStorage {
  /// Returns a session.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   ``StorageError/unreadableRecord(id:)``, or an error that any query can throw.
  public func load(_ id: String) async throws(StorageError) -> StoredSession {
    try await result { ask(.session(id: id, $0)) }
  }

  /// Returns the owner of a session. An ended session has one for as long as the storage remembers
  /// it.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/unreadableRecord(id:)``, or an error that
  ///   any query can throw.
  public func ownership(of id: String) async throws(StorageError) -> SessionOwnership {
    try await result { ask(.ownership(id: id, $0)) }
  }

  /// Returns entries of a session's journal.
  ///
  /// - Parameters:
  ///   - id: The session's id.
  ///   - version: The first version; the page begins later if the journal no longer has it.
  ///   - limit: The maximum number of entries, at least 1.
  ///   - snapshots: Whether to include the snapshots of the entries.
  /// - Throws: The errors of ``load(_:)``.
  public func journal(
    of id: String, from version: UInt64 = 0, limit: Int, snapshots: Bool = true
  ) async throws(StorageError) -> JournalPage {
    try await result {
      ask(.journal(id: id, from: version, limit: limit, snapshots: snapshots, $0))
    }
  }

  /// Returns the answer that is stored under a key; `nil` if there is none or it has expired.
  ///
  /// - Throws: An error that any query can throw.
  public func answer(
    _ key: AnswerKey, at time: StorageTime
  ) async throws(StorageError) -> StoredAnswer? {
    try await result { ask(.answer(key, at: time, $0)) }
  }

  /// Returns the latest answers of a scope that have not expired, the earliest first.
  ///
  /// - Throws: ``StorageError``.
  public func answers(
    of scope: String, at time: StorageTime, limit: Int
  ) async throws(StorageError) -> [StoredAnswer] {
    try await result { ask(.answers(scope: scope, at: time, limit: limit, $0)) }
  }

  /// Returns a page of the sessions that have not ended.
  ///
  /// - Parameters:
  ///   - order: The order of the list. Sessions that are created, or change their position, while
  ///     pages are read may be missed.
  ///   - cursor: The ``SessionPage/next`` of the previous page; `nil` for the first page.
  ///   - limit: The maximum number of sessions, at least 1.
  /// - Throws: An error that any query can throw.
  public func sessions(
    by order: SessionOrder = .id, after cursor: StorageCursor? = nil, limit: Int
  ) async throws(StorageError) -> SessionPage {
    try await result { ask(.sessions(order, after: cursor, limit: limit, $0)) }
  }

  /// Returns the ids that begin with a text, in the order of their bytes. They include those of
  /// ended sessions that the storage remembers.
  ///
  /// - Parameters:
  ///   - prefix: The text.
  ///   - limit: The maximum number of ids, at least 1.
  /// - Throws: An error that any query can throw.
  public func ids(
    beginningWith prefix: String, limit: Int
  ) async throws(StorageError) -> [String] {
    try await result { ask(.ids(prefix: prefix, limit: limit, $0)) }
  }

  /// Returns how much is stored for an owner.
  ///
  /// - Parameters:
  ///   - owner: The owner.
  ///   - answers: The scope of the owner's answers, and what their keys begin with; `nil` to leave
  ///     answers out.
  /// - Complexity: O(*n*), where *n* is the number of the owner's sessions and of these answers.
  /// - Throws: An error that any query can throw.
  public func usage(
    of owner: String, answers: AnswerKey? = nil
  ) async throws(StorageError) -> OwnerUsage {
    try await result { ask(.usage(owner: owner, answers: answers, $0)) }
  }

  /// Returns the number of sessions that have not ended.
  ///
  /// - Throws: An error that any query can throw.
  public func count() async throws(StorageError) -> Int {
    try await result { ask(.count($0)) }
  }

  /// Returns the number of quarantined sessions.
  ///
  /// - Throws: An error that any query can throw.
  public func quarantineCount() async throws(StorageError) -> Int {
    try await result { ask(.quarantineCount($0)) }
  }

  /// Returns the size of the storage.
  ///
  /// - Throws: An error that any query can throw.
  public func statistics() async throws(StorageError) -> StorageStatistics {
    try await result { ask(.statistics($0)) }
  }

  /// Returns the state shapes of the sessions that have not ended, sorted by feature and
  /// fingerprint.
  ///
  /// - Throws: An error that any query can throw.
  /// - Complexity: O(*n*) in the number of sessions; no states are read.
  public func shapes() async throws(StorageError) -> [StoredShape] {
    try await result { ask(.shapes($0)) }
  }
}

extension SessionStorage {
  /// Starts a write or a query and waits for its result.
  private func result<Value: Sendable>(
    _ start: (@escaping StorageCompletion<Value>) -> Void
  ) async throws(StorageError) -> Value {
    try await withCheckedContinuation { continuation in
      start { continuation.resume(returning: $0) }
    }.get()
  }
}
