/// How much of a journal stays; the oldest entries go first, and the latest always stays.
public struct JournalRetention: Hashable, Sendable {
  /// How many entries stay at most; less than 1 means 1.
  public var count: Int?
  /// How many bytes the entries that stay have together at most.
  public var bytes: Int?
  /// Entries from before this time go.
  public var since: StorageTime?

  /// Limits of which each that is `nil` does not apply.
  public init(count: Int? = nil, bytes: Int? = nil, since: StorageTime? = nil) {
    self.count = count
    self.bytes = bytes
    self.since = since
  }

  /// Whether the oldest entry of a journal has to go.
  ///
  /// - Parameters:
  ///   - oldest: When the oldest entry was written.
  ///   - count: How many entries there are.
  ///   - bytes: How many bytes they have together.
  public func removesOldest(from oldest: StorageTime, count: Int, bytes: Int) -> Bool {
    guard count > 1 else { return false }
    if let limit = self.count, count > limit { return true }
    if let limit = self.bytes, bytes > limit { return true }
    if let since, oldest < since { return true }
    return false
  }
}
