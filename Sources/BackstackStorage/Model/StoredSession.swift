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

/// The properties of a session without its state.
public struct SessionHeader: Hashable, Sendable {
  /// The session's id: 1 to 255 visible ASCII characters.
  public var id: String
  /// The feature that the session runs.
  public var feature: String
  /// The owner of the session, if any.
  public var owner: String?
  /// The fingerprint of the state's type, which identifies its shape.
  public var fingerprint: String
  /// The time at which the session was created.
  public var created: StorageTime
  /// The time at which the session expires unless it is used before.
  public var expires: StorageTime
  /// The number of milliseconds for which the session lives without being used.
  public var timeToLive: Int64
  /// The number of actions that the session has processed.
  public var version: UInt64
  /// The number of the session's claim, which grows with each claim.
  public var epoch: UInt64
  /// The number of the node that claimed the session; 0 if no node has, as always where one server
  /// has the storage for itself.
  public var node: UInt64
  /// The crashes of processes that worked on the session; a new session has none.
  public var crashes: SessionCrashes
  /// Whether the session has work that a host has to continue after a restart, although no request
  /// comes.
  public var isPending: Bool

  /// Creates the header of a session.
  public init(
    id: String, feature: String, owner: String? = nil, fingerprint: String,
    created: StorageTime, expires: StorageTime, timeToLive: Int64, version: UInt64 = 0,
    epoch: UInt64 = 1, node: UInt64 = 0, crashes: SessionCrashes = SessionCrashes(),
    isPending: Bool = false
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
    self.node = node
    self.crashes = crashes
    self.isPending = isPending
  }

  /// Returns whether the session has expired and must be ended; a quarantined session never has.
  public func hasExpired(at time: StorageTime) -> Bool {
    expires <= time && crashes.quarantined == nil
  }

  /// Records a crash. A session that this quarantines is taken from its owner.
  public mutating func note(_ crash: SessionCrash) {
    guard crashes.note(crash) else { return }
    epoch += 1
    node = 0
  }

  /// Removes the recorded crashes. A session that was quarantined, and so did not expire, expires
  /// after its time to live from `time` at the earliest.
  public mutating func release(at time: StorageTime) {
    if crashes.quarantined != nil {
      let (end, overflow) = time.milliseconds.addingReportingOverflow(timeToLive)
      expires = max(expires, StorageTime(milliseconds: overflow ? .max : end))
    }
    crashes = SessionCrashes()
  }

  /// The revision of the session that its owner knows.
  public var revision: SessionRevision { SessionRevision(id: id, epoch: epoch, version: version) }
}

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

  /// Checks that a session is still at this revision. Each storage does this in the transaction of a
  /// write.
  ///
  /// - Throws: ``StorageError/fenced(current:)`` or ``StorageError/versionConflict(current:)``.
  package func check(against header: SessionHeader) throws(StorageError) {
    guard header.epoch == epoch else { throw .fenced(current: header.epoch) }
    guard header.version == version else { throw .versionConflict(current: header.version) }
  }
}

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
