#if SQLite

import BackstackStorage

/// The rows of all journals' entries, in the order in which they arrived. The entries of one commit
/// share pages, even if they belong to different sessions.
///
/// The column `snapshot` has an entry's snapshot, or the state of the session if the entry has none:
/// then `snapshot_checksum` is `NULL`. Either may be stored as its difference from another one.
enum EntryRow {
  /// The stored form of an entry.
  struct Written {
    let row: Int64
    let snapshotChecksum: Int64?
    /// The number of bytes of the difference by which the entry contains the state, if it does and
    /// has no snapshot.
    let stateBytes: Int?
  }

  /// A snapshot that is stored whole, from which others of its journal may be stored as differences.
  struct Base {
    let row: Int64
    let snapshot: [UInt8]
  }

  /// The content of the column `snapshot`.
  enum Content {
    case nothing
    case whole([UInt8])
    /// The difference of the entry's snapshot, of `count` bytes, from that of another entry.
    case delta([UInt8], count: Int, base: Int64)
    /// The difference of the session's state, of `count` bytes, from that in the table of states.
    case stateDelta([UInt8], count: Int)

    /// The shortest form of an entry's snapshot.
    init(_ snapshot: [UInt8]?, _ base: Base?) {
      guard let snapshot else {
        self = .nothing
        return
      }
      if let base, let delta = SnapshotDelta.make(of: snapshot, from: base.snapshot) {
        self = .delta(delta, count: snapshot.count, base: base.row)
      } else {
        self = .whole(snapshot)
      }
    }

    /// The number of stored bytes.
    var byteCount: Int { columns.snapshot?.count ?? 0 }

    fileprivate var columns: (snapshot: [UInt8]?, base: SQLiteValue, length: SQLiteValue) {
      switch self {
      case .nothing: (nil, .null, .null)
      case .whole(let snapshot): (snapshot, .null, .null)
      case .delta(let delta, let count, let base): (delta, .integer(base), .integer(count))
      case .stateDelta(let delta, let count): (delta, .null, .integer(count))
      }
    }
  }

  /// - Parameter epoch: The epoch under which the entry is stored.
  static func insert(
    _ entry: JournalEntry, with content: Content, of key: Int64, under epoch: UInt64,
    in connection: SQLiteConnection
  ) throws(StorageError) -> Written {
    let snapshot = entry.snapshot.map(Checksum.of)
    let columns = content.columns
    try connection.run(
      """
      INSERT INTO entry (key, version, time, checksum, snapshot_checksum, record, snapshot, epoch,
        base, length)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(key), .integer(entry.version), .integer(entry.time.milliseconds),
        .integer(checksum(of: entry, under: epoch, snapshot: snapshot)),
        snapshot.map { .integer($0) } ?? .null, .blob(entry.record), .blob(columns.snapshot),
        .integer(epoch), columns.base, columns.length,
      ])
    var stateBytes: Int?
    if case .stateDelta(let delta, _) = content { stateBytes = delta.count }
    return Written(row: connection.lastKey, snapshotChecksum: snapshot, stateBytes: stateBytes)
  }

  /// Returns an entry.
  ///
  /// - Parameter base: The base of the last snapshot that was read, which the next one may have as
  ///   well.
  /// - Returns: `nil` if the entry is damaged or missing.
  static func read(
    _ row: Int64, of key: Int64, version: UInt64, snapshot: Bool, _ base: inout Base?,
    in connection: SQLiteConnection
  ) throws(StorageError) -> JournalEntry? {
    let found = try connection.first(
      snapshot
        ? """
        SELECT key, version, time, checksum, snapshot_checksum, record, epoch, snapshot, base, length
        FROM entry WHERE row = ?
        """
        : """
        SELECT key, version, time, checksum, snapshot_checksum, record, epoch, NULL, NULL, NULL
        FROM entry WHERE row = ?
        """, [.integer(row)]
    ) { row -> (entry: JournalEntry, snapshotSum: Int64?, stored: Stored?)? in
      guard row.integer(0) == key, row.number(1) == version, let time = row.integer(2),
        let checksum = row.integer(3), let record = row.blob(5)
      else { return nil }
      let entry = JournalEntry(
        version: version, epoch: row.number(6) ?? 0, time: StorageTime(milliseconds: time),
        record: record)
      let sum = row.integer(4)
      guard self.checksum(of: entry, under: entry.epoch, snapshot: sum) == checksum else {
        return nil
      }
      return (entry, sum, Stored(row, 7))
    }
    guard let (found, snapshotSum, stored) = found ?? nil else { return nil }
    var entry = found
    if snapshot, snapshotSum != nil {
      entry.snapshot = try stored?.content(of: key, &base, in: connection)
      guard entry.snapshot.map(Checksum.of) == snapshotSum else { return nil }
    }
    return entry
  }

  /// Returns the state that an entry contains, whose checksum the caller compares.
  ///
  /// - Returns: `nil` if the entry is damaged or missing, or contains none.
  static func state(
    _ row: Int64, of key: Int64, in connection: SQLiteConnection
  ) throws(StorageError) -> [UInt8]? {
    let stored = try connection.first(
      "SELECT snapshot, base, length FROM entry WHERE row = ? AND key = ?",
      [.integer(row), .integer(key)], { Stored($0, 0) })
    var base: Base?
    return try (stored ?? nil)?.content(of: key, &base, in: connection)
  }

  /// A snapshot as it is stored.
  private struct Stored {
    private let bytes: [UInt8]
    private let base: Int64?
    private let count: Int?

    /// - Parameter column: The first of the columns `snapshot`, `base` and `length`.
    /// - Returns: `nil` if there is no snapshot.
    init?(_ row: borrowing SQLiteRow, _ column: Int32) {
      guard let bytes = row.blob(column) else { return nil }
      self.bytes = bytes
      base = row.integer(column + 1)
      count = row.count(column + 2)
    }

    /// - Parameter known: The base of the last snapshot that was read, which this one may have as
    ///   well.
    func content(
      of key: Int64, _ known: inout Base?, in connection: SQLiteConnection
    ) throws(StorageError) -> [UInt8]? {
      guard let count else { return bytes }
      guard let base else {
        let state = try connection.first(
          "SELECT state FROM state WHERE key = ?", [.integer(key)], { $0.blob(0) })
        return (state ?? nil).flatMap { SnapshotDelta.apply(bytes, to: $0, count: count) }
      }
      if known?.row != base {
        let whole = try connection.first(
          "SELECT snapshot FROM entry WHERE row = ? AND key = ? AND length IS NULL",
          [.integer(base), .integer(key)], { $0.blob(0) })
        known = (whole ?? nil).map { Base(row: base, snapshot: $0) }
      }
      return known.flatMap { SnapshotDelta.apply(bytes, to: $0.snapshot, count: count) }
    }
  }

  /// Returns the time of an entry, and the number of bytes that count towards the limit.
  ///
  /// - Returns: `nil` if the entry is missing.
  static func measure(
    _ row: Int64, of key: Int64, version: UInt64, in connection: SQLiteConnection
  ) throws(StorageError) -> EntryMeasure? {
    try connection.first(
      """
      SELECT time,
        length(record)
          + iif(snapshot_checksum IS NULL, 0, coalesce(length, length(snapshot), 0))
      FROM entry
      WHERE row = ? AND key = ? AND version = ?
      """, [.integer(row), .integer(key), .integer(version)]
    ) { row in
      row.integer(0).map {
        EntryMeasure(time: StorageTime(milliseconds: $0), bytes: row.count(1) ?? 0)
      }
    } ?? nil
  }

  /// - Parameters:
  ///   - epoch: The epoch under which the entry is stored.
  ///   - snapshot: The checksum of the entry's snapshot.
  static func checksum(of entry: JournalEntry, under epoch: UInt64, snapshot: Int64?) -> Int64 {
    var checksum = Checksum()
    checksum.add(entry.version)
    checksum.add(entry.time.milliseconds)
    checksum.add(snapshot == nil ? 0 as UInt64 : 1)
    checksum.add(snapshot ?? 0)
    checksum.add(entry.record)
    // Entries of the earlier formats have none; their checksums must stay valid.
    if epoch != 0 { checksum.add(epoch) }
    return checksum.value
  }
}

/// The time of an entry, and the number of bytes that count towards its journal's limit.
struct EntryMeasure: Equatable {
  let time: StorageTime
  let bytes: Int
}

/// The measures of the newest entries of a journal, so that the writer can trim them later without
/// reading them.
struct EntryMeasures {
  /// The maximum number of remembered entries.
  static let limit = 128
  private var measures: [EntryMeasure] = []

  /// Adds the measure of the next entry.
  mutating func append(_ measure: EntryMeasure) {
    if measures.count == Self.limit { measures.removeFirst(Self.limit / 4) }
    measures.append(measure)
  }

  /// Returns the measure of the entry that is followed by `count` entries.
  func find(before count: UInt64) -> EntryMeasure? {
    count < UInt64(measures.count) ? measures[measures.count - 1 - Int(count)] : nil
  }

  /// Forgets all but the newest entries, because the others are trimmed.
  mutating func keep(_ count: UInt64) {
    if count < UInt64(measures.count) { measures.removeFirst(measures.count - Int(count)) }
  }
}

#endif
