#if SQLite

import BackstackStorage

/// The rows of a session that has not ended: its `session` row, and its `position` row, which each
/// action changes.
final class SessionRow {
  let key: Int64
  var header: SessionHeader
  var metadata: [UInt8]
  var stateChecksum: Int64 = 0
  /// The entry whose snapshot is the state; `nil` if the state is in its own table.
  var stateRow: Int64?
  /// The version of the journal's oldest entry; `nil` if the journal is empty. The journal has all
  /// entries from there to the session's version.
  var oldest: UInt64?
  /// The number of bytes of all entries of the journal.
  var journalBytes = 0
  /// The rows of the entries that are not in a block yet.
  var lastRows: EntryRows?
  /// Measures of the entries that were added since the row was read.
  var measures = EntryMeasures()

  /// The columns of `session` and `position` that ``read(_:)`` reads, in its order.
  static let columns = """
    session.key, id, feature, owner, fingerprint, created, ttl, expires, version, epoch, oldest,
    bytes, metadata, state_checksum, ended, coalesce(checksum, ended_checksum), state_row,
    last_first, last_gaps, crashed, quarantined
    """
  /// The index of a column that follows them.
  static let columnCount: Int32 = 21
  private static let byID: SQLiteStatement = """
    SELECT \(columns) FROM session LEFT JOIN position USING (key) WHERE id = ?
    """

  /// Creates the rows of a new session, without its journal and state.
  init(_ header: SessionHeader, metadata: [UInt8], key: Int64) {
    self.key = key
    self.header = header
    self.metadata = metadata
  }

  /// The end of the journal that is not in a block yet.
  var lastBlock: JournalBlock? {
    lastRows.map { JournalBlock(version: header.version + 1 - UInt64($0.count), rows: $0) }
  }

  var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(header.id)
    checksum.add(header.feature)
    checksum.add(header.owner)
    checksum.add(header.fingerprint)
    checksum.add(header.created.milliseconds)
    checksum.add(header.timeToLive)
    checksum.add(header.expires.milliseconds)
    checksum.add(header.version)
    checksum.add(header.epoch)
    checksum.add(oldest.map { $0 + 1 } ?? 0)
    checksum.add(UInt64(journalBytes))
    checksum.add(metadata)
    checksum.add(stateChecksum)
    // Rows of the first format have neither; their checksums must stay valid.
    if let stateRow {
      checksum.add(1 as UInt64)
      checksum.add(stateRow)
    }
    if let lastRows {
      checksum.add(2 as UInt64)
      checksum.add(lastRows.first)
      checksum.add(lastRows.gaps)
    }
    // Sessions that never crashed have neither, in any format.
    if let last = header.crashes.last {
      checksum.add(3 as UInt64)
      checksum.add(last.milliseconds)
    }
    if let quarantined = header.crashes.quarantined {
      checksum.add(4 as UInt64)
      checksum.add(quarantined.milliseconds)
    }
    return checksum.value
  }
}

extension SessionRow {
  static func checksum(ofEnded id: String, reason: String, until: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(reason)
    checksum.add(until)
    return checksum.value
  }
}

extension SessionRow {
  /// Returns the session in the current row of a statement.
  ///
  /// - Throws: ``StorageError/ended(reason:)``, ``StorageError/unreadableRecord(id:)``.
  static func read(_ row: borrowing SQLiteRow) throws(StorageError) -> SessionRow {
    guard let id = row.text(1) else { throw .corrupted("a session without an id") }
    if !row.isNull(14) {
      guard let reason = row.text(14), let until = row.integer(7),
        row.integer(15) == checksum(ofEnded: id, reason: reason, until: until)
      else { throw .unreadableRecord(id: id) }
      throw .ended(reason: reason)
    }
    guard let known = SessionRow(id: id, row) else { throw .unreadableRecord(id: id) }
    return known
  }

  /// - Returns: `nil` if the row is damaged.
  private convenience init?(id: String, _ row: borrowing SQLiteRow) {
    guard let key = row.integer(0), let feature = row.text(2),
      let fingerprint = row.text(4), let created = row.integer(5), let timeToLive = row.integer(6),
      let expires = row.integer(7), let version = row.number(8), let epoch = row.number(9),
      let bytes = row.count(11), let metadata = row.blob(12),
      let stateChecksum = row.integer(13), let checksum = row.integer(15)
    else { return nil }
    let header = SessionHeader(
      id: id, feature: feature, owner: row.text(3), fingerprint: fingerprint,
      created: StorageTime(milliseconds: created), expires: StorageTime(milliseconds: expires),
      timeToLive: timeToLive, version: version, epoch: epoch,
      crashes: SessionCrashes(
        last: row.integer(19).map { StorageTime(milliseconds: $0) },
        quarantined: row.integer(20).map { StorageTime(milliseconds: $0) }))
    self.init(header, metadata: metadata, key: key)
    self.stateChecksum = stateChecksum
    oldest = row.number(10)
    journalBytes = bytes
    stateRow = row.integer(16)
    if let first = row.integer(17) {
      guard let rows = row.blob(18).flatMap({ EntryRows(first: first, gaps: $0) }) else {
        return nil
      }
      lastRows = rows
    }
    guard checksum == self.checksum, oldest ?? 0 <= version,
      UInt64(lastRows?.count ?? 0) <= version + 1
    else { return nil }
  }

  /// Returns the owner of an ended session.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)``.
  static func ownership(
    ofEnded id: String, reason: String, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionOwnership {
    let found = try connection.first(
      "SELECT feature, owner FROM session WHERE id = ?", [.text(id)]
    ) { row in
      row.text(0).map { SessionOwnership(feature: $0, owner: row.text(1), endReason: reason) }
    }
    guard let ownership = found ?? nil else { throw .unreadableRecord(id: id) }
    return ownership
  }

  /// Returns a session.
  ///
  /// - Throws: ``StorageError/notFound``, and the errors of ``read(_:)``.
  static func find(
    _ id: String, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    let found = try connection.first(byID, [.text(id)]) { (row) throws(StorageError) in
      try read(row)
    }
    guard let found else { throw .notFound }
    return found
  }
}

#endif
