/// Whose a session is, or was until it ended; all that can be known of that without reading its state.
public struct SessionOwnership: Hashable, Sendable {
  /// The feature that it runs.
  public var feature: String
  /// Whom it belongs to, if anybody.
  public var owner: String?
  /// What is stored beside the state; empty once the session has ended.
  public var metadata: [UInt8]
  /// Why it ended; `nil` while it lives.
  public var endReason: String?

  /// Whose a session is, or was until it ended.
  public init(
    feature: String, owner: String?, metadata: [UInt8] = [], endReason: String? = nil
  ) {
    self.feature = feature
    self.owner = owner
    self.metadata = metadata
    self.endReason = endReason
  }
}
