/// A change of a stored session: all of it is done, or none.
///
/// Without entries the version stays: so an expiry is put off, a journal trimmed, a state migrated.
public struct SessionUpdate: Hashable, Sendable {
  /// The session as the owner knows it.
  public var revision: SessionRevision
  /// What happened since, one entry a version without gaps; the session is at the last one's then.
  public var entries: [JournalEntry]
  /// The state then; `nil` when it is the same.
  public var state: [UInt8]?
  /// What the host wants to remember; `nil` when it is the same.
  public var metadata: [UInt8]?
  /// What tells the shape of the state from others; `nil` when it is the same.
  public var fingerprint: String?
  /// When the session expires; `nil` when that stays.
  public var expires: StorageTime?
  /// The answers to the requests that caused this, as far as they are to be kept.
  public var answers: [KeptAnswer]
  /// Answers that are not to be kept any longer; those that are not known are ignored.
  public var forgottenAnswers: [AnswerKey]
  /// What is to stay of the journal; `nil` to leave it as long as it is.
  public var retention: JournalRetention?

  /// A change of a session.
  public init(
    _ revision: SessionRevision, entries: [JournalEntry] = [], state: [UInt8]? = nil,
    metadata: [UInt8]? = nil, fingerprint: String? = nil, expires: StorageTime? = nil,
    answers: [KeptAnswer] = [], forgottenAnswers: [AnswerKey] = [],
    retention: JournalRetention? = nil
  ) {
    self.revision = revision
    self.entries = entries
    self.state = state
    self.metadata = metadata
    self.fingerprint = fingerprint
    self.expires = expires
    self.answers = answers
    self.forgottenAnswers = forgottenAnswers
    self.retention = retention
  }

  /// The session after it.
  public var result: SessionRevision {
    var result = revision
    if let last = entries.last { result.version = last.version }
    return result
  }
}
