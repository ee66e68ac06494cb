/// A change to a storage, with the closure that receives its result.
///
/// A storage can queue writes of all kinds. A copy of a write is a reference.
public indirect enum StorageWrite: Sendable {
  /// The creation of a session; fails with ``StorageError/exists`` or
  /// ``StorageError/answerExists``.
  case create(NewSession, StorageCompletion<SessionRevision>)
  /// A claim, which makes the caller the owner of a session: writes of the previous owner are
  /// refused from now on. The result is the session with the end of its journal. Fails with
  /// ``StorageError/fenced(current:)`` or ``StorageError/owned(node:epoch:)`` if the claim's right
  /// does not allow it.
  case claim(SessionClaim, StorageCompletion<ClaimedSession>)
  /// A change to a session. The result is the session's revision after it.
  case update(SessionUpdate, StorageCompletion<SessionRevision>)
  /// The end of a session: its state, journal and answers are removed; the storage remembers until
  /// a time that it existed and why it ended.
  case end(SessionRevision, reason: String, rememberedUntil: StorageTime, StorageCompletion<Void>)
  /// The removal of a session, which is not remembered.
  case delete(SessionRevision, StorageCompletion<Void>)
  /// The end of expired sessions, for the reason `"expired"`, and the removal of ended sessions and
  /// answers that expired.
  case expire(Expiry, StorageCompletion<ExpiredSessions>)
  /// The record that a process ended while it worked on a session. The second crash within the span
  /// quarantines the session: writes of its owner are refused from then on, it can't be claimed,
  /// and it does not expire. The result is whether the session is quarantined now.
  case recordCrash(SessionCrash, StorageCompletion<Bool>)
  /// The removal of a session's recorded crashes. A session that was quarantined expires after its
  /// time to live from the given time at the earliest. The result is whether the session was
  /// quarantined.
  case release(id: String, at: StorageTime, StorageCompletion<Bool>)
  /// A test of whether the storage can write, which changes no session.
  case probe(StorageCompletion<Void>)

  /// The parameters of an expiry.
  public struct Expiry: Hashable, Sendable {
    /// The current time: whatever expires at this time or before is removed.
    public var now: StorageTime
    /// The time until which the storage remembers the sessions that this ends.
    public var rememberedUntil: StorageTime
    /// The maximum number of sessions and other records that are removed; at least 1.
    public var limit: Int

    /// Creates the parameters of an expiry.
    public init(now: StorageTime, rememberedUntil: StorageTime, limit: Int) {
      self.now = now
      self.rememberedUntil = rememberedUntil
      self.limit = limit
    }
  }

  /// The reason with which expired sessions end.
  public static var expiredReason: String { "expired" }

  /// Calls the completion with an error. The caller must not call the completion again.
  public func fail(with error: StorageError) {
    switch self {
    case .create(_, let completion), .update(_, let completion): completion(.failure(error))
    case .claim(_, let completion): completion(.failure(error))
    case .end(_, _, _, let completion), .delete(_, let completion), .probe(let completion):
      completion(.failure(error))
    case .expire(_, let completion): completion(.failure(error))
    case .recordCrash(_, let completion), .release(_, _, let completion):
      completion(.failure(error))
    }
  }
}

/// The result of an expiry.
public struct ExpiredSessions: Hashable, Sendable {
  /// The ids of the sessions that expired.
  public var ids: [String]
  /// Whether there may be more to expire.
  public var hasMore: Bool

  /// Creates the result of an expiry.
  public init(ids: [String], hasMore: Bool) {
    self.ids = ids
    self.hasMore = hasMore
  }
}

// MARK: Size

extension StorageWrite {
  /// The approximate number of bytes that the write takes while it is pending.
  package var size: Int {
    switch self {
    case .create(let new, _): new.pendingSize
    case .update(let update, _): update.pendingSize
    case .claim, .end, .delete, .expire, .recordCrash, .release, .probe: Self.overhead
    }
  }

  /// The approximate number of bytes that each write takes, whatever it writes.
  fileprivate static let overhead = 512
}

extension NewSession {
  /// The approximate number of bytes that the creation of the session takes while it is pending.
  package var pendingSize: Int {
    StorageWrite.overhead + session.state.count + session.metadata.count + journal.pendingSize
      + (answer?.body.count ?? 0)
  }
}

extension SessionUpdate {
  /// The approximate number of bytes that the update takes while it is pending.
  package var pendingSize: Int {
    StorageWrite.overhead + (state?.count ?? 0) + (metadata?.count ?? 0) + entries.pendingSize
      + answers.reduce(0) { $0 + $1.body.count }
  }
}

extension [JournalEntry] {
  fileprivate var pendingSize: Int { reduce(0) { $0 + $1.byteCount + 64 } }
}

// MARK: Validation

extension StorageWrite {
  /// The maximum length of scopes and keys, in bytes.
  private static var maximumNameLength: Int { 512 }

  /// Checks the parameters. Each storage does this first.
  ///
  /// - Throws: ``StorageError/invalid(_:)`` for a write that no storage could apply.
  public func validate() throws(StorageError) {
    switch self {
    case .create(let new, _):
      let header = new.session.header
      try Self.validate(header.revision)
      try Self.validate(node: header.node)
      guard header.crashes == SessionCrashes() else {
        throw .invalid("a new session that has crashed")
      }
      if let first = new.journal.first {
        guard first.version <= header.version, new.journal.last?.version == header.version else {
          throw .invalid("the journal does not end at the version of the session")
        }
        try Self.validate(new.journal, from: first.version)
      }
      if let answer = new.answer { try Self.validate(answer.key) }
    case .update(let update, _):
      try Self.validate(update.revision)
      try Self.validate(update.entries, from: update.revision.version + 1)
      for answer in update.answers { try Self.validate(answer.key) }
    case .claim(let claim, _):
      try Self.validate(id: claim.id)
      try Self.validate(node: claim.node)
      guard claim.entryLimit >= 0 else { throw .invalid("a limit of \(claim.entryLimit)") }
    case .end(let revision, _, _, _), .delete(let revision, _):
      try Self.validate(revision)
    case .expire(let expiry, _):
      guard expiry.limit > 0 else { throw .invalid("a limit of \(expiry.limit)") }
    case .recordCrash(let crash, _):
      try Self.validate(id: crash.id)
      guard crash.span >= 0 else { throw .invalid("a span of \(crash.span) milliseconds") }
    case .release(let id, _, _):
      try Self.validate(id: id)
    case .probe:
      break
    }
  }

  private static func validate(_ revision: SessionRevision) throws(StorageError) {
    try validate(id: revision.id)
    // Storages may use signed integers.
    guard revision.version < Int64.max, revision.epoch < Int64.max else {
      throw .invalid("version \(revision.version), epoch \(revision.epoch)")
    }
  }

  private static func validate(node: UInt64) throws(StorageError) {
    guard node < Int64.max else { throw .invalid("node \(node)") }
  }

  private static func validate(id: String) throws(StorageError) {
    // Unicode texts can be equal without having the same bytes.
    func isVisible(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
    guard (1...255).contains(id.utf8.count),
      id.utf8.withContiguousStorageIfAvailable({ isVisible($0) }) ?? isVisible(id.utf8)
    else { throw .invalid("a session id that is not 1 to 255 visible ASCII characters") }
  }

  private static func validate(_ key: AnswerKey) throws(StorageError) {
    guard key.scope.utf8.count <= maximumNameLength, key.key.utf8.count <= maximumNameLength else {
      throw .invalid("a key of more than \(maximumNameLength) bytes")
    }
  }

  private static func validate(
    _ entries: [JournalEntry], from first: UInt64
  ) throws(StorageError) {
    var expected = first
    for entry in entries {
      guard entry.version == expected, expected < Int64.max else {
        throw .invalid("version \(entry.version) in the journal instead of \(expected)")
      }
      expected += 1
    }
  }
}
