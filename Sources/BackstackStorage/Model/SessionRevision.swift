/// A session as its writer knows it.
///
/// The storage refuses a write if another owner has claimed the session since, or if the session is
/// at another version.
public struct SessionRevision: Hashable, Sendable {
  /// The session's id.
  public var id: String
  /// The number of the owner's claim, which grows with each claim.
  public var epoch: UInt64
  /// The number of actions that the session has processed.
  public var version: UInt64

  /// Creates the revision of a session.
  public init(id: String, epoch: UInt64, version: UInt64) {
    self.id = id
    self.epoch = epoch
    self.version = version
  }
}
