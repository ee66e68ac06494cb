/// The owner of a session that exists or has ended, with the rest that is known without its state.
public struct SessionOwnership: Hashable, Sendable {
  /// The feature that the session runs.
  public var feature: String
  /// The owner of the session, if any.
  public var owner: String?
  /// The host's metadata of the session; empty once the session has ended.
  public var metadata: [UInt8]
  /// The reason why the session ended; `nil` if it has not ended.
  public var endReason: String?

  /// Creates the ownership of a session.
  public init(
    feature: String, owner: String?, metadata: [UInt8] = [], endReason: String? = nil
  ) {
    self.feature = feature
    self.owner = owner
    self.metadata = metadata
    self.endReason = endReason
  }
}
