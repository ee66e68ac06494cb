/// A session to be stored.
public struct NewSession: Hashable, Sendable {
  /// The session with its initial version and epoch.
  public var session: StoredSession
  /// The session's journal: entries without gaps that end at its version, or none.
  public var journal: [JournalEntry]
  /// The answer to keep for the request that creates the session, if any.
  public var answer: KeptAnswer?

  /// Creates a session to be stored.
  public init(
    _ session: StoredSession, journal: [JournalEntry] = [], answer: KeptAnswer? = nil
  ) {
    self.session = session
    self.journal = journal
    self.answer = answer
  }
}

/// A change to a stored session, which takes effect completely or not at all.
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
  public var answers: [KeptAnswer]
  /// The keys of answers to remove; unknown keys are ignored.
  public var removedAnswers: [AnswerKey]
  /// The limits to which the journal is trimmed; `nil` to keep all entries.
  public var retention: JournalRetention?

  /// Creates a change to a session.
  public init(
    _ revision: SessionRevision, entries: [JournalEntry] = [], state: [UInt8]? = nil,
    metadata: [UInt8]? = nil, fingerprint: String? = nil, isPending: Bool? = nil,
    expires: StorageTime? = nil, answers: [KeptAnswer] = [], removedAnswers: [AnswerKey] = [],
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

  /// The revision of the session after the change.
  public var result: SessionRevision {
    var result = revision
    if let last = entries.last { result.version = last.version }
    return result
  }
}
