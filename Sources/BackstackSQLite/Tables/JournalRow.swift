#if SQLite

import BackstackStorage

/// The rows of journals.
enum JournalRow {
  /// Writes entries.
  static func append(
    _ entries: [JournalEntry], to key: Int64, in connection: SQLiteConnection
  ) throws(StorageError) {
    for entry in entries {
      let snapshot = entry.snapshot.map(Checksum.of)
      try connection.run(
        """
        INSERT INTO journal (key, version, time, checksum, snapshot_checksum, record, snapshot)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(key), .integer(entry.version), .integer(entry.time.milliseconds),
          .integer(checksum(of: entry, snapshot: snapshot)),
          snapshot.map { .integer($0) } ?? .null, .blob(entry.record), .blob(entry.snapshot),
        ])
    }
  }

  /// Reads entries.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)`` for those that are not as they were written.
  static func page(
    of session: SessionRow, from version: UInt64, limit: Int, snapshots: Bool,
    in connection: SQLiteConnection
  ) throws(StorageError) -> JournalPage {
    let id = session.header.id
    var page = JournalPage(entries: [], oldest: session.oldest, latest: session.header.version)
    guard let oldest = session.oldest, version <= session.header.version else { return page }
    let first = max(version, oldest)
    let wanted = Int(min(UInt64(limit), session.header.version - first + 1))
    let column = snapshots ? "snapshot" : "NULL"
    try connection.each(
      """
      SELECT version, time, checksum, snapshot_checksum, record, \(column) FROM journal
      WHERE key = ? AND version >= ? ORDER BY version LIMIT ?
      """, [.integer(session.key), .integer(first), .integer(wanted)]
    ) { (row) throws(StorageError) in
      guard let version = row.number(0), version == first + UInt64(page.entries.count),
        let time = row.integer(1), let checksum = row.integer(2), let record = row.blob(4)
      else { throw .unreadableRecord(id: id) }
      let entry = JournalEntry(
        version: version, time: StorageTime(milliseconds: time), record: record,
        snapshot: row.blob(5))
      let snapshotSum = row.integer(3)
      let isWhole = !snapshots || snapshotSum == entry.snapshot.map(Checksum.of)
      guard isWhole, checksum == self.checksum(of: entry, snapshot: snapshotSum) else {
        throw .unreadableRecord(id: id)
      }
      page.entries.append(entry)
    }
    guard page.entries.count == wanted else { throw .unreadableRecord(id: id) }
    return page
  }

  /// Removes the entries that are not to stay, and notes so in the session's row.
  ///
  /// - Complexity: O(*n*) in the number of entries that go.
  static func trim(
    _ session: inout SessionRow, _ retention: JournalRetention, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let oldest = session.oldest else { return }
    var kept = oldest
    while true {
      let head = try connection.first(
        """
        SELECT time, length(record) + coalesce(length(snapshot), 0) FROM journal
        WHERE key = ? AND version = ?
        """, [.integer(session.key), .integer(kept)]
      ) { row in
        (time: row.integer(0), bytes: row.count(1))
      }
      // One that is missing or damaged is older than any.
      let time = StorageTime(milliseconds: (head?.time ?? nil) ?? .min)
      guard
        retention.removesOldest(
          from: time, count: Int(session.header.version - kept) + 1, bytes: session.journalBytes)
      else { break }
      session.journalBytes = max(0, session.journalBytes - ((head?.bytes ?? nil) ?? 0))
      kept += 1
    }
    guard kept > oldest else { return }
    session.oldest = kept
    try connection.run(
      "DELETE FROM journal WHERE key = ? AND version < ?",
      [.integer(session.key), .integer(kept)])
  }

  private static func checksum(of entry: JournalEntry, snapshot: Int64?) -> Int64 {
    var checksum = Checksum()
    checksum.add(entry.version)
    checksum.add(entry.time.milliseconds)
    checksum.add(snapshot == nil ? 0 as UInt64 : 1)
    checksum.add(snapshot ?? 0)
    checksum.add(entry.record)
    return checksum.value
  }
}

#endif
