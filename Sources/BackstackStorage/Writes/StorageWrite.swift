/// What a storage can be told to change.
public enum StorageWrite: Hashable, Sendable {
  /// Stores a new session. Done with ``StorageReceipt/written(_:)``; fails with
  /// ``StorageError/exists`` or ``StorageError/answerExists``.
  case create(NewSession)
  /// Makes the caller the owner of a session: whoever was it before is refused from now on. Done with
  /// ``StorageReceipt/claimed(_:)``.
  case claim(id: String)
  /// Changes a session. Done with ``StorageReceipt/written(_:)``.
  case update(SessionUpdate)
  /// Ends a session: its state, journal and answers go; that it was there, and why it ended, is
  /// remembered until a time. Done with ``StorageReceipt/removed``.
  case end(SessionRevision, reason: String, rememberedUntil: StorageTime)
  /// Removes all trace of a session. Done with ``StorageReceipt/removed``.
  case delete(SessionRevision)
  /// Ends sessions that expired, for the reason `"expired"`, and removes what is remembered of ended
  /// ones and answers that expired. Done with ``StorageReceipt/expired(_:hasMore:)``.
  case expire(Expiry)
  /// Notes that a process ended while it worked on a session. The second crash within the span
  /// quarantines the session: its owner is refused from then on, nobody can claim it, and it does not
  /// expire. Done with ``StorageReceipt/crashNoted(isQuarantined:)``.
  case noteCrash(SessionCrash)
  /// Forgets the crashes of a session. One that was quarantined lives from the time on for as long as
  /// it lives without being used. Done with ``StorageReceipt/released(wasQuarantined:)``.
  case release(id: String, at: StorageTime)
  /// Writes something that means nothing, to see whether writing works. Done with
  /// ``StorageReceipt/healthy``.
  case probe

  /// What is to be expired.
  public struct Expiry: Hashable, Sendable {
    /// What expires at this time or before it goes.
    public var now: StorageTime
    /// How long it is remembered of the sessions that they were there.
    public var rememberedUntil: StorageTime
    /// How many sessions and other things go at most; at least 1.
    public var limit: Int

    /// What is to be expired.
    public init(now: StorageTime, rememberedUntil: StorageTime, limit: Int) {
      self.now = now
      self.rememberedUntil = rememberedUntil
      self.limit = limit
    }
  }

  /// The reason that expired sessions end for.
  public static var expiredReason: String { "expired" }
}
