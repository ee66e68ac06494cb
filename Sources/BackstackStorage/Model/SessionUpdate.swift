/// A session to be stored.
///
/// A creation that is sent again because its result was lost succeeds, as long as the session and
/// the answer are stored as they were.
public struct NewSession: Hashable, Sendable {
  /// The session with its initial version and epoch.
  public var session: StoredSession
  /// The session's journal: entries without gaps that end at its version, or none.
  public var journal: [JournalEntry]
  /// The answer to keep for the request that creates the session, if any.
  public var answer: StoredAnswer?
  /// The keys of answers to remove; unknown keys are ignored.
  public var removedAnswers: [AnswerKey]

  /// Creates a session to be stored.
  public init(
    _ session: StoredSession, journal: [JournalEntry] = [], answer: StoredAnswer? = nil,
    removedAnswers: [AnswerKey] = []
  ) {
    self.session = session
    self.journal = journal
    self.answer = answer
    self.removedAnswers = removedAnswers
  }
}

/// A change to a stored session, which takes effect completely or not at all.
///
/// An update that is sent again because its result was lost has the same result, and is not applied
/// twice. ``resultIfStored(_:orElse:)`` says how a storage recognizes it.
///
/// Without entries, the version stays the same. That is how the service extends an expiry, trims a
/// journal, or migrates a state.
public struct SessionUpdate: Hashable, Sendable {
  /// The revision of the session that the owner knows.
  public var revision: SessionRevision
  /// The entries since that revision, one per version without gaps. The last one's version becomes
  /// the session's version.
  public var entries: [JournalEntry]
  /// The new state; `nil` if it is unchanged.
  public var state: [UInt8]?
  /// The new metadata, in the host's format; `nil` if it is unchanged.
  public var metadata: [UInt8]?
  /// The new fingerprint of the state's shape; `nil` if it is unchanged.
  public var fingerprint: String?
  /// Whether the session has work that a host has to continue after a restart; `nil` if that is
  /// unchanged.
  public var isPending: Bool?
  /// The new expiry time; `nil` if it is unchanged.
  public var expires: StorageTime?
  /// The answers to keep for the requests that caused this change.
  public var answers: [StoredAnswer]
  /// The keys of answers to remove before those of the update are kept; unknown keys are ignored.
  public var removedAnswers: [AnswerKey]
  /// The limits to which the journal is trimmed; `nil` to keep all entries.
  public var retention: JournalRetention?

  /// Creates a change to a session.
  public init(
    _ revision: SessionRevision, entries: [JournalEntry] = [], state: [UInt8]? = nil,
    metadata: [UInt8]? = nil, fingerprint: String? = nil, isPending: Bool? = nil,
    expires: StorageTime? = nil, answers: [StoredAnswer] = [], removedAnswers: [AnswerKey] = [],
    retention: JournalRetention? = nil
  ) {
    self.revision = revision
    self.entries = entries
    self.state = state
    self.metadata = metadata
    self.fingerprint = fingerprint
    self.isPending = isPending
    self.expires = expires
    self.answers = answers
    self.removedAnswers = removedAnswers
    self.retention = retention
  }

  /// The answers whose keys no other answer may have: those that the update removes first may be used again.
  public var newAnswers: [StoredAnswer] {
    removedAnswers.isEmpty ? answers : answers.filter { !removedAnswers.contains($0.key) }
  }

  /// The revision of the session after the change.
  public var result: SessionRevision {
    var result = revision
    if let last = entries.last { result.version = last.version }
    return result
  }

  /// Returns the result of an update that is refused, if it was stored before and is sent again
  /// because its result was lost.
  ///
  /// The last entry shows it: only the owner of an epoch stores entries under that epoch. Each
  /// storage calls this in the transaction of an update whose revision is not the session's.
  ///
  /// - Parameters:
  ///   - refusal: The error with which the update fails otherwise.
  ///   - stored: The page of the session's journal that begins at the version of ``result`` and has
  ///     at most one entry, with its snapshot.
  /// - Throws: `refusal` if nothing of the update was stored. ``StorageError/unavailable(_:)`` if
  ///   that is unknown: a later owner has removed the entry from the journal.
  public func resultIfStored(
    _ stored: JournalPage, orElse refusal: StorageError
  ) throws(StorageError) -> SessionRevision {
    guard var last = entries.last, last.version <= stored.latest else { throw refusal }
    last.epoch = revision.epoch
    if let entry = stored.entries.first, entry.version == last.version {
      guard entry == last else { throw refusal }
      return result
    }
    guard case .fenced = refusal else { throw refusal }
    throw .untraceable
  }
}
