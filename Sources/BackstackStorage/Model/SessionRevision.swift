/// A session as whoever writes to it knows it.
///
/// A write is refused when another owner has claimed the session since, or when it is at another
/// version.
public struct SessionRevision: Hashable, Sendable {
  /// The session's id.
  public var id: String
  /// The number of the owner, which grows with each claim.
  public var epoch: UInt64
  /// How many actions the session has processed.
  public var version: UInt64

  /// A session as its owner knows it.
  public init(id: String, epoch: UInt64, version: UInt64) {
    self.id = id
    self.epoch = epoch
    self.version = version
  }
}
