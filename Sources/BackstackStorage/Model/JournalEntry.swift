/// What brought a session to a version.
public struct JournalEntry: Hashable, Sendable {
  /// The version that the session was at afterwards.
  public var version: UInt64
  /// When that was.
  public var time: StorageTime
  /// What happened, in the host's own form.
  public var record: [UInt8]
  /// The state afterwards, in the host's own form, where it is kept.
  public var snapshot: [UInt8]?

  /// An entry of a journal.
  public init(version: UInt64, time: StorageTime, record: [UInt8], snapshot: [UInt8]? = nil) {
    self.version = version
    self.time = time
    self.record = record
    self.snapshot = snapshot
  }

  /// How many bytes count towards the limit of a journal.
  public var byteCount: Int { record.count + (snapshot?.count ?? 0) }
}
