/// The outcome of a successful write.
public enum StorageReceipt: Hashable, Sendable {
  /// The session is stored at this revision.
  case written(SessionRevision)
  /// The caller owns the session; its header has the new epoch.
  case claimed(StoredSession)
  /// The session was removed.
  case removed
  /// The ids of the sessions that expired, and whether there may be more to expire.
  case expired([String], hasMore: Bool)
  /// The crash was recorded; whether the session is quarantined now.
  case crashRecorded(isQuarantined: Bool)
  /// The recorded crashes were removed; whether the session was quarantined.
  case released(wasQuarantined: Bool)
  /// The storage can write.
  case healthy
}
