#if SQLite

import BackstackStorage

/// The rows of all journals' entries, in the order in which they arrived. The entries of one commit
/// share pages, even if they belong to different sessions.
enum EntryRow {
  /// The stored form of an entry.
  struct Written {
    let row: Int64
    let snapshotChecksum: Int64?
  }

  /// - Parameter epoch: The epoch under which the entry is stored.
  static func insert(
    _ entry: JournalEntry, of key: Int64, under epoch: UInt64, in connection: SQLiteConnection
  ) throws(StorageError) -> Written {
    let snapshot = entry.snapshot.map(Checksum.of)
    try connection.run(
      """
      INSERT INTO entry (key, version, time, checksum, snapshot_checksum, record, snapshot, epoch)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(key), .integer(entry.version), .integer(entry.time.milliseconds),
        .integer(checksum(of: entry, under: epoch, snapshot: snapshot)),
        snapshot.map { .integer($0) } ?? .null, .blob(entry.record), .blob(entry.snapshot),
        .integer(epoch),
      ])
    return Written(row: connection.lastKey, snapshotChecksum: snapshot)
  }

  /// Returns an entry.
  ///
  /// - Returns: `nil` if the entry is damaged or missing.
  static func read(
    _ row: Int64, of key: Int64, version: UInt64, snapshot: Bool, in connection: SQLiteConnection
  ) throws(StorageError) -> JournalEntry? {
    try connection.first(
      snapshot
        ? """
        SELECT key, version, time, checksum, snapshot_checksum, record, snapshot, epoch FROM entry
        WHERE row = ?
        """
        : """
        SELECT key, version, time, checksum, snapshot_checksum, record, NULL, epoch FROM entry
        WHERE row = ?
        """, [.integer(row)]
    ) { row -> JournalEntry? in
      guard row.integer(0) == key, row.number(1) == version, let time = row.integer(2),
        let checksum = row.integer(3), let record = row.blob(5)
      else { return nil }
      let entry = JournalEntry(
        version: version, epoch: row.number(7) ?? 0, time: StorageTime(milliseconds: time),
        record: record, snapshot: row.blob(6))
      let snapshotSum = row.integer(4)
      let isWhole = !snapshot || snapshotSum == entry.snapshot.map(Checksum.of)
      let sum = self.checksum(of: entry, under: entry.epoch, snapshot: snapshotSum)
      return isWhole && checksum == sum ? entry : nil
    } ?? nil
  }

  /// Returns the time of an entry, and the number of bytes that count towards the limit.
  ///
  /// - Returns: `nil` if the entry is missing.
  static func measure(
    _ row: Int64, of key: Int64, version: UInt64, in connection: SQLiteConnection
  ) throws(StorageError) -> EntryMeasure? {
    try connection.first(
      """
      SELECT time, length(record) + coalesce(length(snapshot), 0) FROM entry
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
  /// The largest number of remembered entries.
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
