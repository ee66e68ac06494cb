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
