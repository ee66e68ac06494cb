/// How much is stored for an owner.
public struct OwnerUsage: Hashable, Sendable {
  /// The sessions that have not ended.
  public var sessions: Int
  /// The bytes of their states and journals; a state that a journal has as well may count once.
  public var bytes: Int

  /// How much is stored for an owner.
  public init(sessions: Int, bytes: Int) {
    self.sessions = sessions
    self.bytes = bytes
  }
}
