/// A change to a storage.
public enum StorageWrite: Hashable, Sendable {
  /// The creation of a session. The receipt is ``StorageReceipt/written(_:)``; fails with
  /// ``StorageError/exists`` or ``StorageError/answerExists``.
  case create(NewSession)
  /// A claim, which makes the caller the owner of a session: writes of the previous owner are
  /// refused from now on. The receipt is ``StorageReceipt/claimed(_:)``.
  case claim(id: String)
  /// A change to a session. The receipt is ``StorageReceipt/written(_:)``.
  case update(SessionUpdate)
  /// The end of a session: its state, journal and answers are removed; the storage remembers until
  /// a time that it existed and why it ended. The receipt is ``StorageReceipt/removed``.
  case end(SessionRevision, reason: String, rememberedUntil: StorageTime)
  /// The removal of a session, which is not remembered. The receipt is ``StorageReceipt/removed``.
  case delete(SessionRevision)
  /// The end of expired sessions, for the reason `"expired"`, and the removal of ended sessions and
  /// answers that expired. The receipt is ``StorageReceipt/expired(_:hasMore:)``.
  case expire(Expiry)
  /// The record that a process ended while it worked on a session. The second crash within the span
  /// quarantines the session: writes of its owner are refused from then on, it can't be claimed,
  /// and it does not expire. The receipt is ``StorageReceipt/crashRecorded(isQuarantined:)``.
  case recordCrash(SessionCrash)
  /// The removal of a session's recorded crashes. A session that was quarantined expires after its
  /// time to live from the given time at the earliest. The receipt is
  /// ``StorageReceipt/released(wasQuarantined:)``.
  case release(id: String, at: StorageTime)
  /// A test of whether the storage can write, which changes no session. The receipt is
  /// ``StorageReceipt/healthy``.
  case probe

  /// The parameters of an expiry.
  public struct Expiry: Hashable, Sendable {
    /// The current time: whatever expires at this time or before is removed.
    public var now: StorageTime
    /// The time until which the storage remembers the sessions that this ends.
    public var rememberedUntil: StorageTime
    /// The largest number of sessions and other records that are removed; at least 1.
    public var limit: Int

    /// Creates the parameters of an expiry.
    public init(now: StorageTime, rememberedUntil: StorageTime, limit: Int) {
      self.now = now
      self.rememberedUntil = rememberedUntil
      self.limit = limit
    }
  }

  /// The reason with which expired sessions end.
  public static var expiredReason: String { "expired" }
}
