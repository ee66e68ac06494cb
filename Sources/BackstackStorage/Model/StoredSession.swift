/// A session as it is stored.
public struct StoredSession: Hashable, Sendable {
  /// What is known of it.
  public var header: SessionHeader
  /// What the host wants to remember, in its own form.
  public var metadata: [UInt8]
  /// The state, in the host's own form.
  public var state: [UInt8]

  /// A session with its state.
  public init(header: SessionHeader, metadata: [UInt8] = [], state: [UInt8]) {
    self.header = header
    self.metadata = metadata
    self.state = state
  }
}
