/// The number of a feature's sessions whose states have the same shape.
public struct StoredShape: Hashable, Sendable {
  /// The feature that the sessions run.
  public var feature: String
  /// The fingerprint that identifies the shape of the states.
  public var fingerprint: String
  /// The number of sessions that have not ended.
  public var sessions: Int

  /// Creates the count of a shape.
  public init(feature: String, fingerprint: String, sessions: Int) {
    self.feature = feature
    self.fingerprint = fingerprint
    self.sessions = sessions
  }
}
