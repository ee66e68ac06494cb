/// The amount of data that is stored for an owner.
public struct OwnerUsage: Hashable, Sendable {
  /// The number of sessions that have not ended.
  public var sessions: Int
  /// The bytes of their states and journals. A state that is also in the journal may count once.
  public var bytes: Int

  /// Creates the usage of an owner.
  public init(sessions: Int, bytes: Int) {
    self.sessions = sessions
    self.bytes = bytes
  }
}
