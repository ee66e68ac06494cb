/// An error of a storage. The write had no effect, unless the case says otherwise.
public enum StorageError: Error, Hashable, Sendable {
  /// There is no such session.
  case notFound
  /// The id is in use, or belongs to an ended session that is remembered.
  case exists
  /// The session has ended for this reason and is remembered.
  case ended(reason: String)
  /// Another owner has claimed the session; this is its epoch. Nothing of the write is stored.
  case fenced(current: UInt64)
  /// The session belongs to this node under this epoch, and the claim's right does not suffice to
  /// take it.
  case owned(node: UInt64, epoch: UInt64)
  /// The state of the session has this fingerprint, which the claimant leaves to other nodes. The
  /// session still belongs to this node under this epoch, maybe to the claimant itself.
  case unsuitable(fingerprint: String, node: UInt64, epoch: UInt64)
  /// The session is at this version instead of the expected one.
  case versionConflict(current: UInt64)
  /// The session is quarantined since this crash and can't be claimed until it is released.
  case quarantined(since: StorageTime)
  /// An answer is stored under the key and has not expired.
  case answerExists
  /// Too many writes or queries are pending; a later attempt may succeed.
  case overloaded
  /// There is no room for the write.
  case full
  /// The storage can't be written to.
  case readOnly
  /// The storage can't be used now; a later attempt may succeed. A write that fails with this error
  /// may turn out to have taken effect, but only when the storage is opened again, or the session is
  /// claimed.
  case unavailable(String)
  /// The stored data is damaged.
  case corrupted(String)
  /// The record of this session is damaged. It is left as it is, and other sessions are not
  /// affected.
  case unreadableRecord(id: String)
  /// The stored data has a format that this version of the library does not know.
  case unknownFormat(String)
  /// The write or query is invalid.
  case invalid(String)

  /// The error of a storage that was closed.
  package static let closed = Self.unavailable("it was closed")
  /// The error of an update that may or may not have been stored before: a later owner has
  /// removed its entry from the journal.
  package static let untraceable = Self.unavailable(
    "the journal no longer shows whether the change was stored")

  /// Whether a write with this error changed nothing, and the error concerns no other writes.
  package var isRefusal: Bool {
    switch self {
    case .notFound, .exists, .ended, .fenced, .versionConflict, .answerExists, .invalid,
      .unreadableRecord, .quarantined, .untraceable, .owned, .unsuitable:
      true
    default: false
    }
  }

  /// Whether a later attempt may succeed without intervention.
  public var isTemporary: Bool {
    switch self {
    case .overloaded, .unavailable: true
    default: false
    }
  }
}

extension StorageError: CustomStringConvertible {
  /// A description of the error for the operator of the server.
  public var description: String {
    switch self {
    case .notFound: "There is no such session."
    case .exists: "A session with this id exists, or ended recently."
    // A digest of the request that ended it may follow.
    case .ended(let reason): "The session ended: \(reason.prefix { $0 != " " })."
    case .fenced(let current): "Another owner has claimed the session (epoch \(current))."
    case .owned(let node, let epoch): "Node \(node) has the session (epoch \(epoch))."
    case .unsuitable(let fingerprint, _, _): "The session's state has the shape \(fingerprint)."
    case .versionConflict(let current): "The session is at version \(current)."
    case .quarantined: "The session is quarantined until an operator releases it."
    case .answerExists: "An answer is already stored under the key."
    case .overloaded: "Too many writes or queries are pending; try again later."
    case .full: "The storage is full."
    case .readOnly: "The storage can't be written to."
    case .unavailable(let why): "The storage can't be used now: \(why)."
    case .corrupted(let what): "The storage is damaged: \(what)."
    case .unreadableRecord(let id):
      // The error is logged, and anyone who knows the whole id may be able to use the session.
      "The record of session \(id.prefix(8))… is damaged; it was left unchanged."
    case .unknownFormat(let what): "The storage has an unknown format: \(what)."
    case .invalid(let what): "The storage was given invalid input: \(what)."
    }
  }
}
