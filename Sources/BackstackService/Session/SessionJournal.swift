/// What happened in a session, version by version, and how it looked; the oldest is forgotten first.
///
/// It keeps bytes and no state: a copy of a state would make the next action copy its collections. A
/// snapshot is kept when one was made anyway, and when the actions since the last one have earned it,
/// so that what an action costs does not grow with the state.
struct SessionJournal: Sendable {
  /// What brought a session to a version.
  enum Cause: Sendable, Hashable {
    /// Going on after the session was put aside or its server was restarted.
    case resume
    case creation
    case client
    case effect
    /// Going back to an earlier version.
    case restore(of: Int)
  }

  struct Entry: Sendable {
    let version: Int
    /// Seconds since 1970.
    let time: Double
    let cause: Cause
    /// The action as JSON; empty where there was none.
    let action: [UInt8]
    /// How many effects were in flight.
    var effects: Int
    /// The state as JSON, where it is kept.
    var snapshot: [UInt8]?
  }

  let limits: JournalLimits
  private var entries: [Entry] = []
  /// The position of the first entry that is not forgotten.
  private var head = 0
  /// The position of the first entry that may have a snapshot.
  private var firstSnapshot = 0
  /// The bytes of all actions and snapshots.
  private(set) var byteCount = 0
  /// How many bytes of a snapshot the actions since the last one have earned.
  private var credit = 0

  /// The version that the first entry gets.
  private let firstVersion: Int

  init(limits: JournalLimits, from firstVersion: Int = 0) {
    self.limits = limits
    self.firstVersion = firstVersion
  }

  /// A journal that goes on from what is remembered: entries of consecutive versions.
  init(limits: JournalLimits, entries: [Entry]) {
    self.init(limits: limits, from: entries.first?.version ?? 0)
    self.entries = entries
    byteCount = entries.reduce(0) { $0 + $1.action.count + ($1.snapshot?.count ?? 0) }
    trim()
  }

  /// The entries that are kept, oldest first.
  var all: ArraySlice<Entry> { entries[head...] }

  /// The version of the latest entry; before the first, that before its.
  var latest: Int { entries.last?.version ?? firstVersion - 1 }
  /// The version of the oldest entry that is kept; before the first, that which it will get.
  var oldest: Int { head < entries.count ? entries[head].version : firstVersion }

  // MARK: Writing

  /// Notes the next version.
  ///
  /// - Complexity: O(1) amortized.
  mutating func record(_ cause: Cause, _ action: [UInt8] = [], effects: Int, time: Double) {
    entries.append(
      Entry(
        version: latest + 1, time: time, cause: cause, action: action, effects: effects,
        snapshot: nil))
    byteCount += action.count
    credit = min(credit + limits.snapshotBytesPerAction, limits.bytes)
    trim()
  }

  /// Whether the actions since the last snapshot have earned one of so many bytes.
  func hasEarnedSnapshot(of size: Int) -> Bool { size <= credit }

  /// Keeps the state of a version, unless it is too large, known, or forgotten.
  mutating func keep(_ snapshot: [UInt8], of version: Int) {
    guard let index = index(of: version), entries[index].snapshot == nil,
      snapshot.count <= limits.bytes
    else { return }
    entries[index].snapshot = snapshot
    firstSnapshot = min(firstSnapshot, index)
    byteCount += snapshot.count
    credit = 0
    trim()
  }

  // MARK: Reading

  /// The entry of a version, if it is kept.
  subscript(version: Int) -> Entry? { index(of: version).map { entries[$0] } }

  /// Entries in order of their versions.
  ///
  /// - Parameters:
  ///   - version: They begin with the version after this one.
  ///   - limit: How many there are at most.
  func page(after version: Int, limit: Int) -> ArraySlice<Entry> {
    let kept = entries[head...]
    guard version >= oldest else { return kept.prefix(limit) }
    // Compared before one is added: clients may ask for what is after the largest number.
    let skipped = version - oldest
    return skipped < kept.count ? kept.dropFirst(skipped + 1).prefix(limit) : []
  }

  // MARK: Forgetting

  private func index(of version: Int) -> Int? {
    guard head < entries.count, version >= oldest, version <= latest else { return nil }
    return head + (version - oldest)
  }

  /// Forgets snapshots, oldest first, then entries, until the limits are kept; the latest entry stays.
  private mutating func trim() {
    while byteCount > limits.bytes, firstSnapshot < entries.count - 1 {
      byteCount -= entries[firstSnapshot].snapshot?.count ?? 0
      entries[firstSnapshot].snapshot = nil
      firstSnapshot += 1
    }
    while entries.count - head > 1,
      byteCount > limits.bytes || entries.count - head > limits.entries
    {
      byteCount -= entries[head].action.count + (entries[head].snapshot?.count ?? 0)
      entries[head].snapshot = nil
      head += 1
    }
    firstSnapshot = max(firstSnapshot, head)
    if head >= 32, head * 2 >= entries.count {
      entries.removeFirst(head)
      firstSnapshot -= head
      head = 0
    }
  }
}

/// How much of its past a session remembers.
public struct JournalLimits: Sendable, Hashable {
  /// How many versions; at least 1.
  public var entries = 200
  /// How many bytes the actions and snapshots of a session may have together.
  public var bytes = 32 << 10
  /// How old a version may be, in seconds, or `nil` for any age; looked at when a session is written to
  /// its storage.
  public var age: Double?
  /// How many bytes of a snapshot each action earns, so that one is made even if nobody asks: states
  /// up to this size have a snapshot of each version that effects bring about.
  public var snapshotBytesPerAction = 1024

  /// The default limits.
  public init() {}
}
