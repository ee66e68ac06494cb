/// A query to a storage.
public enum StorageQuery: Hashable, Sendable {
  /// A session. The result is ``StorageResult/session(_:)``.
  case session(id: String)
  /// The owner of a session that exists, or that ended and is remembered. The result is
  /// ``StorageResult/ownership(_:)``; fails with ``StorageError/notFound``.
  case ownership(id: String)
  /// The entries of a journal from a version on. The result is ``StorageResult/journal(_:)``.
  case journal(id: String, from: UInt64, limit: Int, snapshots: Bool)
  /// The answer that is kept under a key, unless it has expired at the given time. The result is
  /// ``StorageResult/answer(_:)``.
  case answer(AnswerKey, at: StorageTime)
  /// A page of a list of sessions. The result is ``StorageResult/sessions(_:)``.
  case sessions(SessionOrder, after: StorageCursor?, limit: Int)
  /// The ids that begin with a text, of existing sessions and of ended ones that are remembered,
  /// including sessions with unreadable records. The result is ``StorageResult/ids(_:)``.
  case ids(prefix: String, limit: Int)
  /// The amount of data that is stored for an owner; the time is proportional to the number of the
  /// owner's sessions. The result is ``StorageResult/usage(_:)``.
  case usage(owner: String)
  /// The number of sessions that have not ended. The result is ``StorageResult/count(_:)``.
  case count
  /// The number of quarantined sessions. The result is ``StorageResult/count(_:)``.
  case quarantineCount
  /// The size of the storage. The result is ``StorageResult/statistics(_:)``.
  case statistics
  /// The state shapes of the sessions that have not ended. The result is
  /// ``StorageResult/shapes(_:)``.
  case shapes

  /// Checks the parameters. Each storage does this first.
  ///
  /// - Throws: ``StorageError/invalid(_:)`` for a query that no storage could run.
  public func validate() throws(StorageError) {
    switch self {
    case .journal(_, _, let limit, _), .sessions(_, _, let limit), .ids(_, let limit):
      guard limit > 0 else { throw .invalid("a limit of \(limit)") }
    case .session, .ownership, .answer, .usage, .count, .quarantineCount, .statistics, .shapes:
      break
    }
  }
}

/// The result of a query.
public enum StorageResult: Hashable, Sendable {
  /// A session.
  case session(StoredSession)
  /// The owner of a session.
  case ownership(SessionOwnership)
  /// A part of a journal.
  case journal(JournalPage)
  /// The answer that is kept under a key, if any.
  case answer(KeptAnswer?)
  /// A part of a list of sessions.
  case sessions(SessionPage)
  /// Ids in the order of their bytes.
  case ids([String])
  /// The amount of data that is stored for an owner.
  case usage(OwnerUsage)
  /// A number of sessions.
  case count(Int)
  /// The size of the storage.
  case statistics(StorageStatistics)
  /// The shapes of states, sorted by feature and fingerprint.
  case shapes([StoredShape])
}
