extension SessionStorage {
  /// A session.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/ended(reason:)``,
  ///   ``StorageError/unreadableRecord(id:)``, or what keeps any question.
  public func load(_ id: String) async throws(StorageError) -> StoredSession {
    guard case .session(let session) = try await ask(.session(id: id)) else {
      throw .unexpectedAnswer
    }
    return session
  }

  /// Whose a session is, or was while it is remembered that it ended.
  ///
  /// - Throws: ``StorageError/notFound``, ``StorageError/unreadableRecord(id:)``, or what keeps any
  ///   question.
  public func ownership(of id: String) async throws(StorageError) -> SessionOwnership {
    guard case .ownership(let ownership) = try await ask(.ownership(id: id)) else {
      throw .unexpectedAnswer
    }
    return ownership
  }

  /// Entries of a session's journal.
  ///
  /// - Parameters:
  ///   - version: The first version that is wanted; the page begins later when that is gone.
  ///   - limit: How many at most, at least 1.
  ///   - snapshots: Whether the entries are to have their snapshots.
  /// - Throws: As ``load(_:)`` does.
  public func journal(
    of id: String, from version: UInt64 = 0, limit: Int, snapshots: Bool = true
  ) async throws(StorageError) -> JournalPage {
    let query = StorageQuery.journal(id: id, from: version, limit: limit, snapshots: snapshots)
    guard case .journal(let page) = try await ask(query) else { throw .unexpectedAnswer }
    return page
  }

  /// The answer kept under a key, if any that has not expired.
  ///
  /// - Throws: What keeps any question.
  public func answer(
    _ key: AnswerKey, at time: StorageTime
  ) async throws(StorageError) -> KeptAnswer? {
    guard case .answer(let answer) = try await ask(.answer(key, at: time)) else {
      throw .unexpectedAnswer
    }
    return answer
  }

  /// Sessions that have not ended.
  ///
  /// - Parameters:
  ///   - order: How they are ordered. One that is added or moves while pages are read may be missed.
  ///   - cursor: The ``SessionPage/next`` of the page before; `nil` for the first.
  ///   - limit: How many at most, at least 1.
  /// - Throws: What keeps any question.
  public func sessions(
    by order: SessionOrder = .id, after cursor: StorageCursor? = nil, limit: Int
  ) async throws(StorageError) -> SessionPage {
    let query = StorageQuery.sessions(order, after: cursor, limit: limit)
    guard case .sessions(let page) = try await ask(query) else { throw .unexpectedAnswer }
    return page
  }

  /// The ids that begin with a text, in the order of their bytes, of sessions that live or are remembered
  /// to have ended.
  ///
  /// - Parameter limit: How many at most, at least 1.
  /// - Throws: What keeps any question.
  public func ids(
    beginningWith prefix: String, limit: Int
  ) async throws(StorageError) -> [String] {
    guard case .ids(let ids) = try await ask(.ids(prefix: prefix, limit: limit)) else {
      throw .unexpectedAnswer
    }
    return ids
  }

  /// How much is stored for an owner.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the owner's sessions.
  /// - Throws: What keeps any question.
  public func usage(of owner: String) async throws(StorageError) -> OwnerUsage {
    guard case .usage(let usage) = try await ask(.usage(owner: owner)) else {
      throw .unexpectedAnswer
    }
    return usage
  }

  /// How many sessions there are that have not ended.
  ///
  /// - Throws: What keeps any question.
  public func count() async throws(StorageError) -> Int {
    guard case .count(let count) = try await ask(.count) else { throw .unexpectedAnswer }
    return count
  }

  /// How many sessions are quarantined.
  ///
  /// - Throws: What keeps any question.
  public func quarantineCount() async throws(StorageError) -> Int {
    guard case .count(let count) = try await ask(.quarantineCount) else { throw .unexpectedAnswer }
    return count
  }

  /// How much there is.
  ///
  /// - Throws: What keeps any question.
  public func statistics() async throws(StorageError) -> StorageStatistics {
    guard case .statistics(let statistics) = try await ask(.statistics) else {
      throw .unexpectedAnswer
    }
    return statistics
  }

  /// Which shapes the sessions have that have not ended, by feature and fingerprint.
  ///
  /// - Throws: What keeps any question.
  /// - Complexity: O(*n*) in the number of sessions; no states are read.
  public func shapes() async throws(StorageError) -> [StoredShape] {
    guard case .shapes(let shapes) = try await ask(.shapes) else { throw .unexpectedAnswer }
    return shapes
  }
}

extension StorageError {
  /// An implementation answered another question than the one it was asked.
  static let unexpectedAnswer = Self.corrupted("the storage answered another question")
}
