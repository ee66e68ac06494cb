/// A session as it is stored.
public struct StoredSession: Hashable, Sendable {
  /// The properties of the session without its state.
  public var header: SessionHeader
  /// Additional data about the session, in the host's format.
  public var metadata: [UInt8]
  /// The state, in the host's format.
  public var state: [UInt8]

  /// Creates a session with its state.
  public init(header: SessionHeader, metadata: [UInt8] = [], state: [UInt8]) {
    self.header = header
    self.metadata = metadata
    self.state = state
  }
}
