/// The record of an action that brought a session to a version.
public struct JournalEntry: Hashable, Sendable {
  /// The version of the session after the action.
  public var version: UInt64
  /// The time of the action.
  public var time: StorageTime
  /// The action, in the host's format.
  public var record: [UInt8]
  /// The state after the action, in the host's format; `nil` if it isn't kept.
  public var snapshot: [UInt8]?

  /// Creates an entry of a journal.
  public init(version: UInt64, time: StorageTime, record: [UInt8], snapshot: [UInt8]? = nil) {
    self.version = version
    self.time = time
    self.record = record
    self.snapshot = snapshot
  }

  /// The number of bytes that count towards the limit of a journal.
  public var byteCount: Int { record.count + (snapshot?.count ?? 0) }
}
