/// A query to a storage, with the closure that receives its result.
///
/// A storage can queue queries of all kinds. A copy of a query is a reference.
public indirect enum StorageQuery: Sendable {
  /// A session.
  case session(id: String, StorageCompletion<StoredSession>)
  /// The owner of a session that exists, or that ended and is remembered; fails with
  /// ``StorageError/notFound``.
  case ownership(id: String, StorageCompletion<SessionOwnership>)
  /// The entries of a journal from a version on.
  case journal(
    id: String, from: UInt64, limit: Int, snapshots: Bool, StorageCompletion<JournalPage>)
  /// The answer that is stored under a key, unless it has expired at the given time.
  case answer(AnswerKey, at: StorageTime, StorageCompletion<StoredAnswer?>)
  /// The latest answers of a scope that have not expired at the given time, the earliest first. One that is
  /// damaged has no body, so that the others can be used.
  case answers(scope: String, at: StorageTime, limit: Int, StorageCompletion<[StoredAnswer]>)
  /// A page of a list of sessions.
  case sessions(
    SessionOrder, after: StorageCursor?, limit: Int, StorageCompletion<SessionPage>)
  /// The ids that begin with a text, of existing sessions and of ended ones that are remembered,
  /// including sessions with unreadable records. The result is in the order of their bytes.
  case ids(prefix: String, limit: Int, StorageCompletion<[String]>)
  /// The amount of data that is stored for an owner: of its sessions, of the answers whose scope is one
  /// of their ids, and of those whose keys have the scope of a given key and begin with its text, if one
  /// is given. The time is proportional to the number of the owner's sessions and of these answers.
  case usage(owner: String, answers: AnswerKey?, StorageCompletion<OwnerUsage>)
  /// The number of sessions that have not ended.
  case count(StorageCompletion<Int>)
  /// The number of quarantined sessions.
  case quarantineCount(StorageCompletion<Int>)
  /// The size of the storage.
  case statistics(StorageCompletion<StorageStatistics>)
  /// The state shapes of the sessions that have not ended, sorted by feature and fingerprint.
  case shapes(StorageCompletion<[StoredShape]>)

  /// Calls the completion with an error. The caller must not call the completion again.
  public func fail(with error: StorageError) {
    switch self {
    case .session(_, let completion): completion(.failure(error))
    case .ownership(_, let completion): completion(.failure(error))
    case .journal(_, _, _, _, let completion): completion(.failure(error))
    case .answer(_, _, let completion): completion(.failure(error))
    case .answers(_, _, _, let completion): completion(.failure(error))
    case .sessions(_, _, _, let completion): completion(.failure(error))
    case .ids(_, _, let completion): completion(.failure(error))
    case .usage(_, _, let completion): completion(.failure(error))
    case .count(let completion), .quarantineCount(let completion): completion(.failure(error))
    case .statistics(let completion): completion(.failure(error))
    case .shapes(let completion): completion(.failure(error))
    }
  }

  /// Checks the parameters. Each storage does this first.
  ///
  /// - Throws: ``StorageError/invalid(_:)`` for a query that no storage could run.
  public func validate() throws(StorageError) {
    switch self {
    case .journal(_, _, let limit, _, _), .sessions(_, _, let limit, _), .ids(_, let limit, _),
      .answers(_, _, let limit, _):
      guard limit > 0 else { throw .invalid("a limit of \(limit)") }
    case .session, .ownership, .answer, .usage, .count, .quarantineCount, .statistics, .shapes:
      break
    }
  }
}
