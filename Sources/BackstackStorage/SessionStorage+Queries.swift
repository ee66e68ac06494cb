extension SessionStorage {
  /// Returns a session.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   ``StorageError/unreadableRecord(id:)``, or an error that any query can throw.
  public func load(_ id: String) async throws(StorageError) -> StoredSession {
    guard case .session(let session) = try await ask(.session(id: id)) else {
      throw .unexpectedResult
    }
    return session
  }

  /// Returns the owner of a session. An ended session has one for as long as the storage remembers
  /// it.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/unreadableRecord(id:)``, or an error that
  ///   any query can throw.
  public func ownership(of id: String) async throws(StorageError) -> SessionOwnership {
    guard case .ownership(let ownership) = try await ask(.ownership(id: id)) else {
      throw .unexpectedResult
    }
    return ownership
  }

  /// Returns entries of a session's journal.
  ///
  /// - Parameters:
  ///   - id: The session's id.
  ///   - version: The first version; the page begins later if the journal no longer has it.
  ///   - limit: The largest number of entries, at least 1.
  ///   - snapshots: Whether to include the snapshots of the entries.
  /// - Throws: The errors of ``load(_:)``.
  public func journal(
    of id: String, from version: UInt64 = 0, limit: Int, snapshots: Bool = true
  ) async throws(StorageError) -> JournalPage {
    let query = StorageQuery.journal(id: id, from: version, limit: limit, snapshots: snapshots)
    guard case .journal(let page) = try await ask(query) else { throw .unexpectedResult }
    return page
  }

  /// Returns the answer that is kept under a key; `nil` if there is none or it has expired.
  ///
  /// - Throws: An error that any query can throw.
  public func answer(
    _ key: AnswerKey, at time: StorageTime
  ) async throws(StorageError) -> KeptAnswer? {
    guard case .answer(let answer) = try await ask(.answer(key, at: time)) else {
      throw .unexpectedResult
    }
    return answer
  }

  /// Returns a page of the sessions that have not ended.
  ///
  /// - Parameters:
  ///   - order: The order of the list. Sessions that are created, or change their position, while
  ///     pages are read may be missed.
  ///   - cursor: The ``SessionPage/next`` of the previous page; `nil` for the first page.
  ///   - limit: The largest number of sessions, at least 1.
  /// - Throws: An error that any query can throw.
  public func sessions(
    by order: SessionOrder = .id, after cursor: StorageCursor? = nil, limit: Int
  ) async throws(StorageError) -> SessionPage {
    let query = StorageQuery.sessions(order, after: cursor, limit: limit)
    guard case .sessions(let page) = try await ask(query) else { throw .unexpectedResult }
    return page
  }

  /// Returns the ids that begin with a text, in the order of their bytes. They include those of
  /// ended sessions that the storage remembers.
  ///
  /// - Parameters:
  ///   - prefix: The text.
  ///   - limit: The largest number of ids, at least 1.
  /// - Throws: An error that any query can throw.
  public func ids(
    beginningWith prefix: String, limit: Int
  ) async throws(StorageError) -> [String] {
    guard case .ids(let ids) = try await ask(.ids(prefix: prefix, limit: limit)) else {
      throw .unexpectedResult
    }
    return ids
  }

  /// Returns how much is stored for an owner.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the owner's sessions.
  /// - Throws: An error that any query can throw.
  public func usage(of owner: String) async throws(StorageError) -> OwnerUsage {
    guard case .usage(let usage) = try await ask(.usage(owner: owner)) else {
      throw .unexpectedResult
    }
    return usage
  }

  /// Returns the number of sessions that have not ended.
  ///
  /// - Throws: An error that any query can throw.
  public func count() async throws(StorageError) -> Int {
    guard case .count(let count) = try await ask(.count) else { throw .unexpectedResult }
    return count
  }

  /// Returns the number of quarantined sessions.
  ///
  /// - Throws: An error that any query can throw.
  public func quarantineCount() async throws(StorageError) -> Int {
    guard case .count(let count) = try await ask(.quarantineCount) else { throw .unexpectedResult }
    return count
  }

  /// Returns the size of the storage.
  ///
  /// - Throws: An error that any query can throw.
  public func statistics() async throws(StorageError) -> StorageStatistics {
    guard case .statistics(let statistics) = try await ask(.statistics) else {
      throw .unexpectedResult
    }
    return statistics
  }

  /// Returns the state shapes of the sessions that have not ended, sorted by feature and
  /// fingerprint.
  ///
  /// - Throws: An error that any query can throw.
  /// - Complexity: O(*n*) in the number of sessions; no states are read.
  public func shapes() async throws(StorageError) -> [StoredShape] {
    guard case .shapes(let shapes) = try await ask(.shapes) else { throw .unexpectedResult }
    return shapes
  }
}

extension StorageError {
  /// The error of an implementation that returns the result of a different query.
  static let unexpectedResult = Self.corrupted("the storage returned another query's result")
}
