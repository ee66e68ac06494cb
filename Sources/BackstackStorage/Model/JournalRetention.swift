/// The limits of a journal. The oldest entries are removed first; the latest is always kept.
public struct JournalRetention: Hashable, Sendable {
  /// The largest number of entries; a number less than 1 means 1.
  public var count: Int?
  /// The largest number of bytes of all entries together.
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
