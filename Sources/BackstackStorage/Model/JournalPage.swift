/// A part of a session's journal.
public struct JournalPage: Hashable, Sendable {
  /// Entries in the order of their versions, without gaps.
  public var entries: [JournalEntry]
  /// The version of the oldest entry in the journal; `nil` if the journal is empty.
  public var oldest: UInt64?
  /// The version of the session.
  public var latest: UInt64

  /// Creates a part of a journal.
  public init(entries: [JournalEntry], oldest: UInt64?, latest: UInt64) {
    self.entries = entries
    self.oldest = oldest
    self.latest = latest
  }
}
