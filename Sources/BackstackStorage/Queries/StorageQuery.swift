/// What a storage can be asked.
public enum StorageQuery: Hashable, Sendable {
  /// A session. Answered with ``StorageAnswer/session(_:)``.
  case session(id: String)
  /// Whose a session is, or was while it is remembered that it ended. Answered with
  /// ``StorageAnswer/ownership(_:)``; fails with ``StorageError/notFound``.
  case ownership(id: String)
  /// Entries of a journal, from a version on. Answered with ``StorageAnswer/journal(_:)``.
  case journal(id: String, from: UInt64, limit: Int, snapshots: Bool)
  /// The answer kept under a key, unless it has expired by a time. Answered with
  /// ``StorageAnswer/answer(_:)``.
  case answer(AnswerKey, at: StorageTime)
  /// Sessions, from a place in their list on. Answered with ``StorageAnswer/sessions(_:)``.
  case sessions(SessionOrder, after: StorageCursor?, limit: Int)
  /// The ids that begin with a text, of sessions that live or are remembered to have ended, whether their
  /// records can be read or not. Answered with ``StorageAnswer/ids(_:)``.
  case ids(prefix: String, limit: Int)
  /// How much is stored for an owner; takes as long as the owner has sessions. Answered with
  /// ``StorageAnswer/usage(_:)``.
  case usage(owner: String)
  /// How many sessions there are. Answered with ``StorageAnswer/count(_:)``.
  case count
  /// How many sessions are quarantined. Answered with ``StorageAnswer/count(_:)``.
  case quarantineCount
  /// How much there is. Answered with ``StorageAnswer/statistics(_:)``.
  case statistics
  /// Which shapes the sessions have that have not ended. Answered with ``StorageAnswer/shapes(_:)``.
  case shapes

  /// Finds what no storage could answer; each does this first.
  ///
  /// - Throws: ``StorageError/invalid(_:)``.
  public func validate() throws(StorageError) {
    switch self {
    case .journal(_, _, let limit, _), .sessions(_, _, let limit), .ids(_, let limit):
      guard limit > 0 else { throw .invalid("a limit of \(limit)") }
    case .session, .ownership, .answer, .usage, .count, .quarantineCount, .statistics, .shapes:
      break
    }
  }
}

/// What a storage answers.
public enum StorageAnswer: Hashable, Sendable {
  /// A session.
  case session(StoredSession)
  /// Whose a session is, or was.
  case ownership(SessionOwnership)
  /// A part of a journal.
  case journal(JournalPage)
  /// The answer that is kept, if any.
  case answer(KeptAnswer?)
  /// A part of a list of sessions.
  case sessions(SessionPage)
  /// Ids, in the order of their bytes.
  case ids([String])
  /// How much is stored for an owner.
  case usage(OwnerUsage)
  /// How many sessions there are.
  case count(Int)
  /// How much there is.
  case statistics(StorageStatistics)
  /// The shapes of sessions, by feature and fingerprint.
  case shapes([StoredShape])
}
