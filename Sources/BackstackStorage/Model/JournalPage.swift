/// A part of a session's journal.
public struct JournalPage: Hashable, Sendable {
  /// Entries without gaps, in the order of their versions.
  public var entries: [JournalEntry]
  /// The version of the oldest entry that the journal has; `nil` when it has none.
  public var oldest: UInt64?
  /// The version of the session.
  public var latest: UInt64

  /// A part of a journal.
  public init(entries: [JournalEntry], oldest: UInt64?, latest: UInt64) {
    self.entries = entries
    self.oldest = oldest
    self.latest = latest
  }
}
