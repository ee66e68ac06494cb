/// What is known of a session besides its state.
public struct SessionHeader: Hashable, Sendable {
  /// Names the session; 1 to 255 visible ASCII characters.
  public var id: String
  /// The feature that it runs.
  public var feature: String
  /// Whom it belongs to, if anybody.
  public var owner: String?
  /// Tells the shape of its state from other shapes.
  public var fingerprint: String
  /// When it was created.
  public var created: StorageTime
  /// When it expires, unless it is used before.
  public var expires: StorageTime
  /// How long it lives without being used, in milliseconds.
  public var timeToLive: Int64
  /// How many actions it has processed.
  public var version: UInt64
  /// The number of its owner, which grows with each claim.
  public var epoch: UInt64
  /// The crashes of processes that worked on it; a new session has none.
  public var crashes: SessionCrashes

  /// What is known of a session.
  public init(
    id: String, feature: String, owner: String? = nil, fingerprint: String,
    created: StorageTime, expires: StorageTime, timeToLive: Int64, version: UInt64 = 0,
    epoch: UInt64 = 1, crashes: SessionCrashes = SessionCrashes()
  ) {
    self.id = id
    self.feature = feature
    self.owner = owner
    self.fingerprint = fingerprint
    self.created = created
    self.expires = expires
    self.timeToLive = timeToLive
    self.version = version
    self.epoch = epoch
    self.crashes = crashes
  }

  /// Whether the session is to be expired: a quarantined one never is.
  public func hasExpired(at time: StorageTime) -> Bool {
    expires <= time && crashes.quarantined == nil
  }

  /// Forgets the crashes of the session. One that was quarantined, and so did not expire, lives on for
  /// as long as it lives without being used.
  public mutating func release(at time: StorageTime) {
    if crashes.quarantined != nil {
      let (end, overflow) = time.milliseconds.addingReportingOverflow(timeToLive)
      expires = max(expires, StorageTime(milliseconds: overflow ? .max : end))
    }
    crashes = SessionCrashes()
  }

  /// The session as its owner knows it.
  public var revision: SessionRevision { SessionRevision(id: id, epoch: epoch, version: version) }
}
