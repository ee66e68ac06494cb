/// How many sessions of a feature are stored in a shape.
public struct StoredShape: Hashable, Sendable {
  /// The feature that they run.
  public var feature: String
  /// What tells the shape of their states from others.
  public var fingerprint: String
  /// How many there are that have not ended.
  public var sessions: Int

  /// How many sessions of a feature are stored in a shape.
  public init(feature: String, fingerprint: String, sessions: Int) {
    self.feature = feature
    self.fingerprint = fingerprint
    self.sessions = sessions
  }
}
