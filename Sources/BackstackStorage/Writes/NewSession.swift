/// A session that is to be stored.
public struct NewSession: Hashable, Sendable {
  /// The session. Its version and epoch are those it begins with.
  public var session: StoredSession
  /// Its journal so far: entries without gaps that end at its version, or none.
  public var journal: [JournalEntry]
  /// The answer to the request that creates it, if it is to be kept.
  public var answer: KeptAnswer?

  /// A session that is to be stored.
  public init(
    _ session: StoredSession, journal: [JournalEntry] = [], answer: KeptAnswer? = nil
  ) {
    self.session = session
    self.journal = journal
    self.answer = answer
  }
}
