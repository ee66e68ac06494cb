extension SessionStorage {
  /// Stores a new session.
  ///
  /// - Throws: ``StorageError/exists``, ``StorageError/answerExists``, or an error that any write
  ///   can throw.
  @discardableResult
  public func create(_ session: NewSession) async throws(StorageError) -> SessionRevision {
    try revision(await submit(.create(session)))
  }

  /// Makes the caller the owner of a session.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   ``StorageError/quarantined(since:)``, or an error that any write can throw.
  public func claim(_ id: String) async throws(StorageError) -> StoredSession {
    guard case .claimed(let session) = try await submit(.claim(id: id)) else {
      throw .unexpectedResult
    }
    return session
  }

  /// Changes a session.
  ///
  /// - Throws: ``StorageError/fenced(current:)``, ``StorageError/versionConflict(current:)``,
  ///   ``StorageError/answerExists``, ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   or an error that any write can throw.
  @discardableResult
  public func update(_ update: SessionUpdate) async throws(StorageError) -> SessionRevision {
    try revision(await submit(.update(update)))
  }

  /// Ends a session; the storage remembers it until the given time.
  ///
  /// - Throws: The errors of ``update(_:)``.
  public func end(
    _ revision: SessionRevision, reason: String, rememberedUntil: StorageTime
  ) async throws(StorageError) {
    _ = try await submit(.end(revision, reason: reason, rememberedUntil: rememberedUntil))
  }

  /// Removes a session without remembering it.
  ///
  /// - Throws: The errors of ``update(_:)``.
  public func delete(_ revision: SessionRevision) async throws(StorageError) {
    _ = try await submit(.delete(revision))
  }

  /// Ends expired sessions, and removes expired answers and ended sessions.
  ///
  /// - Returns: The ids of the sessions that expired, and whether there may be more to expire.
  /// - Throws: An error that any write can throw.
  public func expire(
    _ expiry: StorageWrite.Expiry
  ) async throws(StorageError) -> (ids: [String], hasMore: Bool) {
    guard case .expired(let ids, let hasMore) = try await submit(.expire(expiry)) else {
      throw .unexpectedResult
    }
    return (ids, hasMore)
  }

  /// Records that a process ended while it worked on a session.
  ///
  /// - Returns: Whether the session is quarantined now.
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``, or an error that any
  ///   write can throw.
  @discardableResult
  public func recordCrash(_ crash: SessionCrash) async throws(StorageError) -> Bool {
    guard case .crashRecorded(let isQuarantined) = try await submit(.recordCrash(crash)) else {
      throw .unexpectedResult
    }
    return isQuarantined
  }

  /// Removes the recorded crashes of a session, so that it can be claimed again.
  ///
  /// - Returns: Whether the session was quarantined.
  /// - Throws: The errors of ``recordCrash(_:)``.
  @discardableResult
  public func release(_ id: String, at time: StorageTime) async throws(StorageError) -> Bool {
    guard case .released(let wasQuarantined) = try await submit(.release(id: id, at: time)) else {
      throw .unexpectedResult
    }
    return wasQuarantined
  }

  /// Tests whether the storage can write.
  ///
  /// - Throws: An error that any write can throw.
  public func probe() async throws(StorageError) { _ = try await submit(.probe) }

  private func revision(_ receipt: StorageReceipt) throws(StorageError) -> SessionRevision {
    guard case .written(let revision) = receipt else { throw .unexpectedResult }
    return revision
  }
}
