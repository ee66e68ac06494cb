/// The record of an action that brought a session to a version.
public struct JournalEntry: Hashable, Sendable {
  /// The version of the session after the action.
  public var version: UInt64
  /// The epoch of the session when the entry was stored; 0 for an entry from before storages kept
  /// it. The storage sets it to that of the write, whatever the write's entry has.
  public var epoch: UInt64
  /// The time of the action.
  public var time: StorageTime
  /// The action, in the host's format.
  public var record: [UInt8]
  /// The state after the action, in the host's format; `nil` if it isn't kept.
  public var snapshot: [UInt8]?

  /// Creates an entry of a journal.
  public init(
    version: UInt64, epoch: UInt64 = 1, time: StorageTime, record: [UInt8],
    snapshot: [UInt8]? = nil
  ) {
    self.version = version
    self.epoch = epoch
    self.time = time
    self.record = record
    self.snapshot = snapshot
  }

  /// The number of bytes that count towards the limit of a journal.
  public var byteCount: Int { record.count + (snapshot?.count ?? 0) }
}

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

/// The limits of a journal. The oldest entries are removed first; the latest is always kept.
public struct JournalRetention: Hashable, Sendable {
  /// The maximum number of entries; a number less than 1 means 1.
  public var count: Int?
  /// The maximum number of bytes of all entries together.
  public var bytes: Int?
  /// The time before which entries are removed.
  public var since: StorageTime?

  /// Creates limits; each that is `nil` does not apply.
  public init(count: Int? = nil, bytes: Int? = nil, since: StorageTime? = nil) {
    self.count = count
    self.bytes = bytes
    self.since = since
  }

  /// Returns whether the limits require removing the oldest entry of a journal.
  ///
  /// - Parameters:
  ///   - oldest: The time of the oldest entry.
  ///   - count: The number of entries.
  ///   - bytes: The number of bytes of all entries together.
  public func removesOldest(from oldest: StorageTime, count: Int, bytes: Int) -> Bool {
    guard count > 1 else { return false }
    if let limit = self.count, count > limit { return true }
    if let limit = self.bytes, bytes > limit { return true }
    if let since, oldest < since { return true }
    return false
  }
}
