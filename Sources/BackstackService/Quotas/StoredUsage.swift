/// How many sessions a principal has and how many bytes they take in the storage: counted there at
/// times, and kept up to date in between.
///
/// What is missed in between, such as stored sessions that expire, makes it too large, so that it is
/// counted again before a refusal.
struct StoredUsage: Sendable {
  /// The decision about a request that needs room.
  enum Step: Sendable, Hashable {
    case admit
    case refuse(Quota)
    /// Nobody knows before it is counted.
    case count
  }

  /// Sessions that were counted or stored since.
  private var sessions = 0
  /// Sessions that are being created.
  private var pending = 0
  private var bytes = 0
  private var countedAt: Double?
  /// What was stored since the storage was asked, which its answer may or may not have.
  private var since = OwnerChange()
  private var isCounting = false

  private struct OwnerChange: Sendable {
    var sessions = 0
    var bytes = 0
  }

  /// How long a count is good for a refusal, and how long for anything, in seconds.
  static let refusalAge = 10.0
  static let countAge = 600.0

  /// - Parameter isStored: Whether there is a storage to count in.
  init(isStored: Bool) { if !isStored { countedAt = .infinity } }

  /// How many sessions there are, those that are being created included.
  var sessionCount: Int { max(0, sessions) + pending }
  var byteCount: Int { max(0, bytes) }

  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - isCreation: Whether it needs room for a session, too.
  ///   - time: Seconds since 1970.
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

  /// Notes that the storage is asked.
  ///
  /// - Returns: Whether it is to be: `false` when it was already.
  mutating func beginCount() -> Bool {
    guard !isCounting else { return false }
    isCounting = true
    since = OwnerChange()
    return true
  }

  /// Notes what the storage has; `nil` when it can't tell.
  mutating func endCount(_ counted: (sessions: Int, bytes: Int)?, at time: Double) {
    isCounting = false
    guard let counted else { return }
    sessions = counted.sessions + max(0, since.sessions)
    bytes = counted.bytes + max(0, since.bytes)
    countedAt = time
  }

  // MARK: Changes

  /// Begins a creation, which was admitted.
  mutating func beginSession() { pending += 1 }

  /// Ends a creation.
  mutating func endCreation(isStored: Bool) {
    pending -= 1
    if isStored { addSessions(1) }
  }

  /// Notes sessions that were added or have ended.
  mutating func addSessions(_ difference: Int) {
    sessions += difference
    since.sessions += difference
  }

  /// Notes bytes that were stored or removed.
  mutating func addBytes(_ difference: Int) {
    bytes += difference
    since.bytes += difference
  }
}
