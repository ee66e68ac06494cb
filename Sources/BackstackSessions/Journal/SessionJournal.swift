import BackstackDependencies
import BackstackPlatform
import BackstackStorage
import FoundationEssentials

/// The journal of a session: the action that led to each version, and snapshots of some. The oldest
/// are forgotten first.
///
/// It keeps bytes and no state: a copy of a state would make the next action copy its collections.
/// A snapshot is kept if it was made anyway, or if the actions since the last one have earned it,
/// so that the cost of an action does not grow with the state.
package struct SessionJournal: Sendable {
  /// The cause of a version.
  package enum Cause: Sendable, Hashable {
    /// The session was resumed after it was passivated, or after its server was restarted.
    case resume
    case creation
    case client
    /// An effect sent the action, which the action of an earlier version had started; `nil` if that is
    /// not known.
    case effect(of: Int?)
    /// A shared value was changed, by an effect of an earlier version's action; `nil` if that is not
    /// known.
    case shared(by: Int?)
    /// The program that hosts the session sent the action.
    case host
    /// The feature's start action.
    case start
    /// An earlier version was restored.
    case restore(of: Int)
    /// A client proposes an action, which a person confirms or refuses. The state is the same.
    case proposal
    /// The proposal of the version before was refused. The state is the same.
    case refusal
  }

  package struct Entry: Sendable {
    package let version: Int
    /// Seconds since 1970.
    package let time: Double
    package let cause: Cause
    /// The action as JSON; empty if there was none.
    package let action: [UInt8]
    /// The values that dependencies made for the action's reducer; `nil` for none.
    let made: MadeValues?
    /// The client that made the version; `nil` if no client has, or it is not known.
    package let author: VersionAuthor?
    /// The number of effects in flight.
    package let effects: Int
    /// The size of the snapshot in bytes, if it is kept.
    package let snapshotSize: Int?
  }

  /// An entry with the state, if it is kept.
  package struct Version: Sendable {
    package let entry: Entry
    /// The state as it is stored.
    let snapshot: [UInt8]?

    /// The state as JSON.
    package var state: [UInt8]? { snapshot.map { SavedState(stored: $0).json } }
  }

  /// An entry without its bytes and its version, which is that of the previous entry plus one.
  struct Record {
    package let time: Double
    package let cause: Cause
    package var effects: Int32
    let actionSize: Int32
    /// -1 for none.
    var snapshotSize: Int32 = -1
  }

  private let sharedLimits: SharedConstant<JournalLimits>
  private var records = Deque<Record>()
  /// The position of the first record that may have a snapshot.
  private var firstSnapshot = 0
  private var actions = ByteQueue()
  /// The snapshots that are kept, one for each record with a snapshot.
  private var snapshots = RevisionQueue()
  /// The size of these snapshots in bytes.
  private var snapshotBytes = 0
  /// The size of the last snapshot in bytes, also of one that is too large to be kept.
  private var lastSnapshotSize: UInt32 = 0
  /// The bytes of a snapshot that the actions since the last one have earned.
  private var credit = 0
  /// The version of the latest entry; before the first entry, the version before its own.
  private(set) var latest: Int

  init(limits: SharedConstant<JournalLimits>, from firstVersion: Int = 0) {
    sharedLimits = limits
    latest = firstVersion - 1
  }

  /// Creates a journal that continues after consecutive versions.
  init(limits: SharedConstant<JournalLimits>, versions: [Version]) {
    self.init(limits: limits, from: versions.first?.entry.version ?? 0)
    for version in versions {
      let entry = version.entry
      record(
        entry.cause, entry.action, made: entry.made, by: entry.author, effects: entry.effects,
        time: entry.time)
      if let snapshot = version.snapshot { keep(snapshot, of: entry.version) }
    }
  }

  var limits: JournalLimits { sharedLimits.value }
  /// The size of all actions and snapshots.
  var byteCount: Int { actions.count + snapshotBytes }
  /// The bytes of memory that these take.
  var keptByteCount: Int { actions.count + snapshots.keptByteCount }
  /// The version of the oldest entry; before the first entry, the version that it will get.
  var oldest: Int { latest - records.count + 1 }

  // MARK: Writing

  /// Records the next version.
  ///
  /// - Complexity: O(1) amortized.
  mutating func record(
    _ cause: Cause, _ action: [UInt8] = [], made: MadeValues? = nil,
    by author: VersionAuthor? = nil,
    effects: Int, time: Double
  ) {
    let action = JournaledAction.bytes(action, made, by: author)
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

  /// Whether the actions since the last snapshot have earned another of its size.
  var hasEarnedSnapshot: Bool { lacksSnapshot && hasEarnedSnapshot(of: Int(lastSnapshotSize)) }

  /// Returns whether the actions since the last snapshot have earned one of this size in bytes.
  func hasEarnedSnapshot(of size: Int) -> Bool { size <= credit }

  /// Keeps the state of the latest version, unless it is too large or kept already.
  mutating func keep(_ snapshot: [UInt8], of version: Int) {
    lastSnapshotSize = UInt32(clamping: snapshot.count)
    guard version == latest, lacksSnapshot, snapshot.count <= limits.bytes else { return }
    snapshots.append(snapshot)
    snapshotBytes += snapshot.count
    records[records.count - 1].snapshotSize = Int32(clamping: snapshot.count)
    credit = 0
    trim()
  }

  // MARK: Reading

  /// The number of effects in flight that the latest version has.
  var latestEffects: Int {
    get { records.last.map { Int($0.effects) } ?? 0 }
    set { if !records.isEmpty { records[records.count - 1].effects = Int32(clamping: newValue) } }
  }

  /// The proposal of the latest version, as JSON; `nil` if it is no proposal.
  var proposal: [UInt8]? {
    guard let last = records.last, last.cause == .proposal else { return nil }
    return self[latest]?.action
  }

  /// The entry of a version, if it is kept.
  subscript(version: Int) -> Entry? {
    page(after: version - 1, limit: 1).first { $0.version == version }
  }

  /// Returns the state of a version, if it is kept.
  ///
  /// - Complexity: O(entries + size of the state).
  func snapshot(of version: Int) -> [UInt8]? {
    guard (oldest...max(latest, oldest)).contains(version), !records.isEmpty else { return nil }
    let index = version - oldest
    guard records[index].snapshotSize >= 0 else { return nil }
    return snapshots[snapshotPosition(of: index)]
  }

  /// Returns entries in the order of their versions.
  ///
  /// - Parameters:
  ///   - version: The version before the first entry.
  ///   - limit: The maximum number of entries.
  /// - Complexity: O(entries); for the latest entries, O(their number).
  func page(after version: Int, limit: Int) -> [Entry] {
    var page: [Entry] = []
    page.reserveCapacity(min(limit, max(0, latest - max(version, oldest - 1))))
    visit(after: version, limit: limit) { version, record, bytes in
      let action = JournaledAction(bytes: bytes)
      page.append(
        Entry(
          version: version, time: record.time, cause: record.cause, action: Array(action.json),
          made: action.made, author: action.author, effects: Int(record.effects),
          snapshotSize: record.snapshotSize < 0 ? nil : Int(record.snapshotSize)))
    }
    return page
  }

  /// Visits the versions, records and bytes of a ``JournaledAction`` that ``page(after:limit:)`` returns.
  func visit(
    after version: Int, limit: Int = .max,
    _ body: (_ version: Int, _ record: Record, _ action: ArraySlice<UInt8>) -> Void
  ) {
    let count = records.count
    // Compared before one is added: clients may ask for the versions after the largest integer.
    let first =
      version < oldest ? 0 : (version - oldest < count ? version - oldest + 1 : count)
    func size(_ records: Slice<Deque<Record>>) -> Int {
      records.reduce(0) { $0 + Int($1.actionSize) }
    }
    var place =
      first < count / 2
      ? size(records[..<first]) : actions.count - size(records[first...])
    let oldest = oldest
    for index in first..<(first + min(limit, count - first)) {
      let record = records[index]
      body(oldest + index, record, actions.slice(from: place, count: Int(record.actionSize)))
      place += Int(record.actionSize)
    }
  }

  /// Returns the versions after a version, with their states if these are kept.
  ///
  /// - Complexity: O(entries + size of the states).
  func versions(after version: Int, limit: Int = .max) -> [Version] {
    let entries = page(after: version, limit: limit)
    guard let first = entries.first else { return [] }
    var position = snapshotPosition(of: first.version - oldest)
    return entries.map { entry in
      guard entry.snapshotSize != nil else { return Version(entry: entry, snapshot: nil) }
      defer { position += 1 }
      return Version(entry: entry, snapshot: snapshots[position])
    }
  }

  /// Returns the position of a record's snapshot in `snapshots`, or where it would be.
  private func snapshotPosition(of index: Int) -> Int {
    records[min(firstSnapshot, index)..<index].count { $0.snapshotSize >= 0 }
  }

  // MARK: Forgetting

  /// Keeps the snapshots in less memory.
  ///
  /// - Complexity: O(size of the states); O(1) if none was added since the last call.
  mutating func compact() { snapshots.compact() }

  /// Forgets snapshots, oldest first, then entries, until the limits are met; the latest entry
  /// stays.
  private mutating func trim() {
    while byteCount > limits.bytes, firstSnapshot < records.count - 1 {
      forgetSnapshot(at: firstSnapshot)
      firstSnapshot += 1
    }
    while records.count > 1, byteCount > limits.bytes || records.count > limits.entries {
      if firstSnapshot == 0 { forgetSnapshot(at: 0) } else { firstSnapshot -= 1 }
      actions.removeFirst(Int(records[0].actionSize))
      records.removeFirst()
    }
  }

  /// Forgets the oldest snapshot if it is that of the record at an index.
  private mutating func forgetSnapshot(at index: Int) {
    guard records[index].snapshotSize >= 0 else { return }
    snapshots.removeFirst()
    snapshotBytes -= Int(records[index].snapshotSize)
    records[index].snapshotSize = -1
  }
}

/// The limits of a session's journal.
public struct JournalLimits: Sendable, Hashable {
  /// The maximum number of versions; at least 1.
  public var entries = 200
  /// The maximum size of a session's actions and snapshots together, in bytes.
  public var bytes = 32 << 10
  /// The maximum age of a version, in seconds, or `nil` for any age; applied when a session is
  /// written to its storage.
  public var age: Double?
  /// The bytes of a snapshot that each action earns, so that snapshots are made even if none is
  /// requested: states up to this size have a snapshot of each version that effects cause.
  public var snapshotBytesPerAction = 1024

  /// Creates the default limits.
  public init() {}
}

extension SessionJournal.Cause {
  /// Its name in the history.
  package var name: String {
    switch self {
    case .creation: "creation"
    case .client: "client"
    case .effect: "effect"
    case .shared: "shared"
    case .host: "host"
    case .start: "start"
    case .restore: "restore"
    case .resume: "resume"
    case .proposal: "proposal"
    case .refusal: "refusal"
    }
  }

  /// The version that was restored.
  package var restored: Int? {
    if case .restore(let version) = self { version } else { nil }
  }

  /// The version whose action started the effect that sent this one's, if that is known.
  package var causedBy: Int? {
    switch self {
    case .effect(let version), .shared(let version): version
    default: nil
    }
  }

  /// - Returns: `nil` for an unknown name.
  init?(name: String, restored: Int?, causedBy: Int?) {
    switch (name, restored) {
    case ("creation", nil): self = .creation
    case ("client", nil): self = .client
    case ("effect", nil): self = .effect(of: causedBy)
    case ("shared", nil): self = .shared(by: causedBy)
    case ("host", nil): self = .host
    case ("start", nil): self = .start
    case ("resume", nil): self = .resume
    case ("proposal", nil): self = .proposal
    case ("refusal", nil): self = .refusal
    case ("restore", let version?): self = .restore(of: version)
    default: return nil
    }
  }
}

extension SessionJournal {
  /// Returns the entries after a version in the form in which they are stored. Forgotten ones are
  /// stored as entries without an action.
  ///
  /// - Parameter now: Returns the current date.
  /// - Complexity: O(versions + size of their actions and states).
  func stored(after version: Int, now: () -> Date) -> [JournalEntry] {
    var entries: [JournalEntry] = []
    entries.reserveCapacity(max(0, latest - version))
    if version + 1 < oldest {
      let time = StorageTime(now())
      let record = StoredRecord.record(
        .effect(of: nil), effects: 0, action: JournaledAction(bytes: []))
      for forgotten in (version + 1)..<oldest {
        entries.append(JournalEntry(version: UInt64(forgotten), time: time, record: record))
      }
    }
    visit(after: version) { version, record, action in
      entries.append(
        JournalEntry(
          version: UInt64(version), time: StorageTime(seconds: record.time),
          record: StoredRecord.record(
            record.cause, effects: Int(record.effects), action: JournaledAction(bytes: action))))
    }
    for index in entries.indices {
      entries[index].snapshot = snapshot(of: Int(entries[index].version))
    }
    return entries
  }
}

/// A queue of bytes.
private struct ByteQueue: Sendable {
  private var storage: [UInt8] = []
  /// The number of bytes of the storage that were removed.
  private var head = 0

  var count: Int { storage.count - head }

  /// - Complexity: O(bytes) amortized.
  mutating func append(_ bytes: [UInt8]) {
    if head * 4 >= storage.count, storage.count + bytes.count > storage.capacity {
      storage.removeFirst(head)
      head = 0
    }
    let needed = storage.count + bytes.count
    // Grown by a quarter instead of doubled, since most sessions are idle.
    if needed > storage.capacity { storage.reserveCapacity(needed + needed / 4) }
    storage += bytes
  }

  /// - Precondition: The queue has at least `count` bytes.
  mutating func removeFirst(_ count: Int) {
    head += count
    precondition(head <= storage.count)
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
  }

  /// - Precondition: The queue has at least `start + count` bytes.
  func slice(from start: Int, count: Int) -> ArraySlice<UInt8> {
    storage[(head + start)..<(head + start + count)]
  }
}
