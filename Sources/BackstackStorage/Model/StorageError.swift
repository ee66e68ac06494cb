/// Why a storage did not do what it was asked to; nothing was changed, unless the case says otherwise.
public enum StorageError: Error, Hashable, Sendable {
  /// There is no such session.
  case notFound
  /// There is, or was a while ago, a session of this id.
  case exists
  /// The session ended a while ago, for this reason.
  case ended(reason: String)
  /// Another owner has claimed the session; this is its epoch.
  case fenced(current: UInt64)
  /// The session is at this version, and not at the expected one.
  case versionConflict(current: UInt64)
  /// The session is quarantined, since this crash: nobody can become its owner until it is released.
  case quarantined(since: StorageTime)
  /// An answer is kept under the key, and has not expired.
  case answerExists
  /// More waits to be done than the storage takes; the same may work later.
  case overloaded
  /// There is no room for what was to be written.
  case full
  /// Nothing can be written.
  case readOnly
  /// The storage can't be used now; the same may work later. A write that fails so may turn out to
  /// have been done, but only when the storage is opened again.
  case unavailable(String)
  /// What is stored is damaged.
  case corrupted(String)
  /// The record of this session is damaged; others are not affected, and it is kept as it is.
  case unreadableRecord(id: String)
  /// What is stored has a format that this version of the library does not know.
  case unknownFormat(String)
  /// What was asked for makes no sense.
  case invalid(String)

  /// Whether the same may work later without anybody's doing.
  public var isTemporary: Bool {
    switch self {
    case .overloaded, .unavailable: true
    default: false
    }
  }
}

extension StorageError: CustomStringConvertible {
  /// What happened, for who runs the server.
  public var description: String {
    switch self {
    case .notFound: "There is no such session."
    case .exists: "There is a session of this id, or there was a while ago."
    case .ended(let reason): "The session ended: \(reason)."
    case .fenced(let current): "Another owner has claimed the session (epoch \(current))."
    case .versionConflict(let current): "The session is at version \(current)."
    case .quarantined: "The session is quarantined until somebody releases it."
    case .answerExists: "An answer is already kept under the key."
    case .overloaded: "The storage has too much to do; try again later."
    case .full: "There is no room left for what is to be stored."
    case .readOnly: "The storage can't be written to."
    case .unavailable(let why): "The storage can't be used now: \(why)."
    case .corrupted(let what): "The storage is damaged: \(what)."
    case .unreadableRecord(let id):
      // Who knows the whole id may hold the session, and this is logged.
      "The record of session \(id.prefix(8))… is damaged; it was left as it is."
    case .unknownFormat(let what): "The storage is of a format that is not known: \(what)."
    case .invalid(let what): "The storage was asked for what makes no sense: \(what)."
    }
  }
}
