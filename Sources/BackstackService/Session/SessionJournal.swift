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
    let effects: Int
    /// How many bytes the snapshot has, where one is kept.
    let snapshotSize: Int?
  }

  /// An entry with the state as JSON, where it is kept.
  struct Version: Sendable {
    let entry: Entry
    let snapshot: [UInt8]?
  }

  /// An entry but for its bytes, and for its version, which is that of the one before plus one.
  struct Record {
    let time: Double
    let cause: Cause
    let effects: Int32
    let actionSize: Int32
    /// -1 for none.
    var snapshotSize: Int32 = -1
  }

  private let sharedLimits: Shared<JournalLimits>
  private var records: [Record] = []
  /// The position of the first record that is not forgotten.
  private var head = 0
  /// The position of the first record that may have a snapshot.
  private var firstSnapshot = 0
  private var actions = ByteQueue()
  /// The snapshots but for the last one, which whoever made it may have, too.
  private var snapshots = ByteQueue()
  private var lastSnapshot: (version: Int, bytes: [UInt8])?
  /// How many bytes of a snapshot the actions since the last one have earned.
  private var credit = 0
  /// The version of the latest entry; before the first, that before its.
  private(set) var latest: Int

  init(limits: Shared<JournalLimits>, from firstVersion: Int = 0) {
    sharedLimits = limits
    latest = firstVersion - 1
  }

  /// A journal that goes on from what is remembered: consecutive versions.
  init(limits: Shared<JournalLimits>, versions: [Version]) {
    self.init(limits: limits, from: versions.first?.entry.version ?? 0)
    for version in versions {
      let entry = version.entry
      record(entry.cause, entry.action, effects: entry.effects, time: entry.time)
      if let snapshot = version.snapshot { keep(snapshot, of: entry.version) }
    }
  }

  var limits: JournalLimits { sharedLimits.value }
  /// The bytes of all actions and snapshots.
  var byteCount: Int { actions.count + snapshots.count + (lastSnapshot?.bytes.count ?? 0) }
  /// The version of the oldest entry that is kept; before the first, that which it will get.
  var oldest: Int { latest - (records.count - head) + 1 }

  // MARK: Writing

  /// Notes the next version.
  ///
  /// - Complexity: O(1) amortized.
  mutating func record(_ cause: Cause, _ action: [UInt8] = [], effects: Int, time: Double) {
    records.append(
      Record(
        time: time, cause: cause, effects: Int32(clamping: effects),
        actionSize: Int32(clamping: action.count)))
    latest += 1
    actions.append(action)
    credit += min(limits.snapshotBytesPerAction, max(0, limits.bytes - credit))
    trim()
  }

  /// Whether the latest entry has no snapshot.
  var lacksSnapshot: Bool { records.last.map { $0.snapshotSize < 0 } ?? false }

  /// Whether the actions since the last snapshot have earned one of so many bytes.
  func hasEarnedSnapshot(of size: Int) -> Bool { size <= credit }

  /// Keeps the state of the latest version, unless it is too large, or known.
  mutating func keep(_ snapshot: [UInt8], of version: Int) {
    guard version == latest, lacksSnapshot, snapshot.count <= limits.bytes else { return }
    if let lastSnapshot { snapshots.append(lastSnapshot.bytes) }
    lastSnapshot = (version, snapshot)
    records[records.count - 1].snapshotSize = Int32(clamping: snapshot.count)
    credit = 0
    trim()
  }

  // MARK: Reading

  /// The entry of a version, if it is kept.
  subscript(version: Int) -> Entry? {
    page(after: version - 1, limit: 1).first { $0.version == version }
  }

  /// The state of a version, if it is kept.
  ///
  /// - Complexity: O(entries + size of the state).
  func snapshot(of version: Int) -> [UInt8]? {
    guard (oldest...max(latest, oldest)).contains(version), head < records.count else { return nil }
    let index = head + version - oldest
    guard records[index].snapshotSize >= 0 else { return nil }
    if let lastSnapshot, version == lastSnapshot.version { return lastSnapshot.bytes }
    let start = records[firstSnapshot..<index].reduce(0) { $0 + Int(max($1.snapshotSize, 0)) }
    return Array(snapshots.slice(from: start, count: Int(records[index].snapshotSize)))
  }

  /// Entries in order of their versions.
  ///
  /// - Parameters:
  ///   - version: They begin with the version after this one.
  ///   - limit: How many there are at most.
  /// - Complexity: O(entries), and as little for the latest ones as they are.
  func page(after version: Int, limit: Int) -> [Entry] {
    var page: [Entry] = []
    page.reserveCapacity(min(limit, max(0, latest - max(version, oldest - 1))))
    visit(after: version, limit: limit) { version, record, action in
      page.append(
        Entry(
          version: version, time: record.time, cause: record.cause, action: Array(action),
          effects: Int(record.effects),
          snapshotSize: record.snapshotSize < 0 ? nil : Int(record.snapshotSize)))
    }
    return page
  }

  /// Visits what ``page(after:limit:)`` gives: versions, their records and actions.
  func visit(
    after version: Int, limit: Int = .max,
    _ body: (_ version: Int, _ record: Record, _ action: ArraySlice<UInt8>) -> Void
  ) {
    let count = records.count - head
    // Compared before one is added: clients may ask for what is after the largest number.
    let first =
      version < oldest ? 0 : (version - oldest < count ? version - oldest + 1 : count)
    func size(_ records: ArraySlice<Record>) -> Int {
      records.reduce(0) { $0 + Int($1.actionSize) }
    }
    var place =
      first < count / 2
      ? size(records[head..<head + first]) : actions.count - size(records[(head + first)...])
    let oldest = oldest
    for index in first..<(first + min(limit, count - first)) {
      let record = records[head + index]
      body(oldest + index, record, actions.slice(from: place, count: Int(record.actionSize)))
      place += Int(record.actionSize)
    }
  }

  /// The versions after one, with their states where these are kept.
  func versions(after version: Int) -> [Version] {
    page(after: version, limit: .max).map { entry in
      Version(
        entry: entry, snapshot: entry.snapshotSize == nil ? nil : snapshot(of: entry.version))
    }
  }

  // MARK: Forgetting

  /// Forgets snapshots, oldest first, then entries, until the limits are kept; the latest entry stays.
  private mutating func trim() {
    while byteCount > limits.bytes, firstSnapshot < records.count - 1 {
      forgetSnapshot(at: firstSnapshot)
      firstSnapshot += 1
    }
    while records.count - head > 1,
      byteCount > limits.bytes || records.count - head > limits.entries
    {
      if firstSnapshot <= head {
        forgetSnapshot(at: head)
        firstSnapshot = head + 1
      }
      actions.removeFirst(Int(records[head].actionSize))
      head += 1
    }
    if head >= 32, head * 2 >= records.count {
      records.removeFirst(head)
      firstSnapshot -= head
      head = 0
    }
  }

  /// Forgets the oldest snapshot, if it is that of the record at a position.
  private mutating func forgetSnapshot(at index: Int) {
    guard records[index].snapshotSize >= 0 else { return }
    if lastSnapshot?.version == oldest + index - head {
      lastSnapshot = nil
    } else {
      snapshots.removeFirst(Int(records[index].snapshotSize))
    }
    records[index].snapshotSize = -1
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
