/// The number of a principal's sessions and of the bytes that they take in the storage. The storage
/// counts them now and then, and they are kept up to date in between.
///
/// Changes that are missed in between, such as stored sessions that expire, only make the numbers
/// too large, so they are counted again before a refusal.
struct StoredUsage: Sendable {
  /// The decision about a request that needs room.
  enum Step: Sendable, Hashable {
    case admit
    case refuse(Quota)
    /// The storage must count first.
    case count
  }

  /// The sessions that were counted or stored since.
  private var sessions = 0
  /// The sessions that are being created.
  private var pending = 0
  private var bytes = 0
  private var countedAt: Double?
  /// The changes since the storage was asked, which its count may or may not include.
  private var since = OwnerChange()
  private var isCounting = false

  private struct OwnerChange: Sendable {
    var sessions = 0
    var bytes = 0
  }

  /// The age in seconds up to which a count justifies a refusal, and up to which it can be used at
  /// all.
  static let refusalAge = 10.0
  static let countAge = 600.0

  /// Creates an unknown usage.
  ///
  /// - Parameter isStored: Whether there is a storage that counts; without one, the usage is known
  ///   to be zero.
  init(isStored: Bool) { if !isStored { countedAt = .infinity } }

  /// The number of sessions, including those that are being created.
  var sessionCount: Int { max(0, sessions) + pending }
  var byteCount: Int { max(0, bytes) }

  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - isCreation: Whether the request also needs room for a session.
  ///   - time: The current time in seconds since 1970.
  func step(_ quotas: PrincipalQuotas, isCreation: Bool, at time: Double) -> Step {
    if quotas.sessions == nil, quotas.storedBytes == nil { return .admit }
    var excess: Quota?
    if isCreation, let limit = quotas.sessions, sessionCount >= limit { excess = .sessions }
    if let limit = quotas.storedBytes, byteCount >= limit { excess = .storedBytes }
    guard let countedAt else { return .count }
    let isOld = (time - countedAt).magnitude >= (excess == nil ? Self.countAge : Self.refusalAge)
    if countedAt.isFinite, isOld { return .count }
    return excess.map { .refuse($0) } ?? .admit
  }

  // MARK: Counting

  /// Begins a count.
  ///
  /// - Returns: Whether the storage must be asked: `false` when it was asked already.
  mutating func beginCount() -> Bool {
    guard !isCounting else { return false }
    isCounting = true
    since = OwnerChange()
    return true
  }

  /// Ends a count; `nil` when it failed.
  mutating func endCount(_ counted: (sessions: Int, bytes: Int)?, at time: Double) {
    isCounting = false
    guard let counted else { return }
    sessions = counted.sessions + max(0, since.sessions)
    bytes = counted.bytes + max(0, since.bytes)
    countedAt = time
  }

  // MARK: Changes

  /// Begins a creation that was admitted.
  mutating func beginSession() { pending += 1 }

  /// Ends a creation.
  mutating func endCreation(isStored: Bool) {
    pending -= 1
    if isStored { addSessions(1) }
  }

  /// Adds sessions that were stored, or removes sessions that have ended.
  mutating func addSessions(_ difference: Int) {
    sessions += difference
    since.sessions += difference
  }

  /// Adds bytes that were stored, or removes bytes.
  mutating func addBytes(_ difference: Int) {
    bytes += difference
    since.bytes += difference
  }
}
