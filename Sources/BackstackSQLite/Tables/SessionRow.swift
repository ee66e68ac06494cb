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
  /// The last snapshot that was stored whole among ``lastRows`` since the row was read.
  private(set) var base: EntryRow.Base?
  /// The content of the table of states, if it was written since the row was read.
  private var stateBase: [UInt8]?
  /// The number of bytes of the differences from ``stateBase`` that were stored.
  private var differenceBytes = 0
  /// The number of bytes of the bases that were set since ``takeBaseBytes()`` was called.
  private var baseBytes = 0

  /// The columns of `session` and `position` that ``read(_:)`` reads, in its order.
  static let columns = """
    session.key, id, feature, owner, fingerprint, created, ttl, expires, version, epoch, oldest,
    bytes, metadata, state_checksum, ended, coalesce(checksum, ended_checksum), state_row,
    last_first, last_gaps, crashed, quarantined, pending, node
    """
  /// The index of a column that follows them.
  static let columnCount: Int32 = 23
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
    if header.isPending { checksum.add(5 as UInt64) }
    if header.node != 0 {
      checksum.add(6 as UInt64)
      checksum.add(header.node)
    }
    return checksum.value
  }

  static func checksum(ofEnded id: String, reason: String, until: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(reason)
    checksum.add(until)
    return checksum.value
  }
}

// MARK: Reading

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
      timeToLive: timeToLive, version: version, epoch: epoch, node: row.number(22) ?? 0,
      crashes: SessionCrashes(
        last: row.integer(19).map { StorageTime(milliseconds: $0) },
        quarantined: row.integer(20).map { StorageTime(milliseconds: $0) }),
      isPending: !row.isNull(21))
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
    if let found { return found }
    try requireAbsence(of: id, in: connection)
    throw .notFound
  }

  private static let neighbours: [SQLiteStatement] = [
    "SELECT key, id FROM session WHERE id < ? ORDER BY id DESC LIMIT 1",
    "SELECT key, id FROM session WHERE id > ? ORDER BY id LIMIT 1",
  ]

  /// Checks that an id which the index of ids does not have was not lost there.
  ///
  /// If an entry of the index has changed, the search for its id ends beside it: one of the two
  /// neighbours, which are read from the index alone, differs from its row.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)``.
  /// - Complexity: O(log *n*), where *n* is the number of sessions.
  private static func requireAbsence(
    of id: String, in connection: SQLiteConnection
  ) throws(StorageError) {
    for neighbour in neighbours {
      let entry = try connection.first(neighbour, [.text(id)]) { row in
        (key: row.integer(0), id: row.text(1))
      }
      guard let entry else { continue }
      let row = try connection.first(
        "SELECT id FROM session WHERE key = ?", [.integer(entry.key ?? 0)]
      ) { $0.text(0) }
      guard let row, let stored = row, stored == entry.id else { throw .unreadableRecord(id: id) }
    }
  }
}

// MARK: State

/// The state is in the entry that led to it, or in its own table.
///
/// A state that no entry has as its snapshot is stored in its table now and then, and by the entries
/// in between as its difference from there. The table may keep that state until it is stored there
/// again, or the session ends.
extension SessionRow {
  /// Returns the state of the session.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)``.
  func state(in connection: SQLiteConnection) throws(StorageError) -> [UInt8] {
    let state =
      if let stateRow {
        try EntryRow.state(stateRow, of: key, in: connection)
      } else {
        try connection.first(
          "SELECT state FROM state WHERE key = ?", [.integer(key)], { $0.blob(0) }) ?? nil
      }
    guard let state, Checksum.of(state) == stateChecksum else {
      throw .unreadableRecord(id: header.id)
    }
    return state
  }

  /// Stores a state.
  ///
  /// - Parameters:
  ///   - entry: The last entry that is stored together with the state, if any.
  ///   - written: The row of that entry.
  ///   - hasOwn: Whether the table of states may contain a state of the session.
  func keep(
    _ state: [UInt8], lastEntry entry: JournalEntry?, _ written: EntryRow.Written?, hasOwn: Bool,
    in connection: SQLiteConnection
  ) throws(StorageError) {
    if let written, let sum = written.snapshotChecksum, entry?.snapshot == state {
      if hasOwn, stateRow == nil {
        try connection.run("DELETE FROM state WHERE key = ?", [.integer(key)])
        stateBase = nil
      }
      stateRow = written.row
      stateChecksum = sum
      return
    }
    stateChecksum = Checksum.of(state)
    if let written, let count = written.stateBytes {
      stateRow = written.row
      differenceBytes += count
    } else {
      try putState(state, in: connection)
    }
  }

  /// The maximum number of bytes of a state's difference: entries keep it until they are removed, and
  /// it counts towards no limit.
  private static let maximumDifference = 1024

  /// Returns the difference of a state from the one in the table of states, unless it is better to
  /// store the state there: then the differences until the next time are small again.
  func difference(of state: [UInt8]) -> EntryRow.Content {
    guard let stateBase, let delta = SnapshotDelta.make(of: state, from: stateBase),
      delta.count <= Self.maximumDifference, differenceBytes + delta.count <= 2 * state.count
    else { return .nothing }
    return .stateDelta(delta, count: state.count)
  }

  private func putState(
    _ state: [UInt8], in connection: SQLiteConnection
  ) throws(StorageError) {
    try connection.run(
      "INSERT OR REPLACE INTO state (key, state) VALUES (?, ?)", [.integer(key), .blob(state)])
    stateRow = nil
    stateBase = state
    differenceBytes = 0
    baseBytes += state.count
  }

  /// Copies the state from the entry that contains it, which is about to be removed. A state that
  /// can't be read any more stays unreadable.
  func moveState(in connection: SQLiteConnection) throws(StorageError) {
    guard let row = stateRow else { return }
    try putState(try EntryRow.state(row, of: key, in: connection) ?? [], in: connection)
  }
}

// MARK: Bases

extension SessionRow {
  func setBase(_ base: EntryRow.Base?) {
    self.base = base
    baseBytes += base?.snapshot.count ?? 0
  }

  /// Forgets the bases: the next state and the next snapshot are stored whole.
  func forgetBases() {
    base = nil
    stateBase = nil
  }

  /// Returns the number of bytes of the bases that were set since the last call.
  func takeBaseBytes() -> Int {
    defer { baseBytes = 0 }
    return baseBytes
  }
}

// MARK: Writing

extension SessionRow {
  /// Inserts the rows of a new session.
  static func insert(
    _ new: NewSession, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    let (header, metadata) = (new.session.header, new.session.metadata)
    try connection.run(
      """
      INSERT INTO session (id, feature, owner, fingerprint, created, ttl, expires, minute, metadata)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(header.id), .text(header.feature), .text(header.owner), .text(header.fingerprint),
        .integer(header.created.milliseconds), .integer(header.timeToLive),
        .integer(header.expires.milliseconds), .integer(header.expires.minute), .blob(metadata),
      ])
    let row = SessionRow(header, metadata: metadata, key: connection.lastKey)
    if header.isPending { try row.updatePending(in: connection) }
    if header.node != 0 { try row.updateNode(in: connection) }
    let last = try Journal.append(new.journal, state: nil, to: row, in: connection)
    try row.keep(
      new.session.state, lastEntry: new.journal.last, last, hasOwn: false, in: connection)
    // The key may be that of a lost session whose `position` row is still there.
    try connection.run(
      """
      INSERT OR REPLACE INTO position (key, checksum, version, epoch, oldest, bytes, state_checksum,
        state_row, last_first, last_gaps)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, row.position)
    return row
  }

  /// Writes the columns that each action changes.
  ///
  /// - Throws: ``StorageError/corrupted(_:)`` if the row doesn't exist, although it is cached.
  func updatePosition(in connection: SQLiteConnection) throws(StorageError) {
    try connection.run(
      """
      UPDATE position SET checksum = ?2, version = ?3, epoch = ?4, oldest = ?5, bytes = ?6,
        state_checksum = ?7, state_row = ?8, last_first = ?9, last_gaps = ?10
      WHERE key = ?1
      """, position)
    guard connection.changeCount == 1 else { throw .corrupted("a session without a position") }
  }

  /// Writes the columns that seldom change; the position has to be updated, too.
  ///
  /// - Parameter isMoved: Whether the minute of the expiry has changed. A statement that names an
  ///   indexed column writes to the index even if the value is the same.
  func updateRest(isMoved: Bool, in connection: SQLiteConnection) throws(StorageError) {
    let values: [SQLiteValue] = [
      .integer(key), .text(header.fingerprint), .integer(header.expires.milliseconds),
      .blob(metadata),
    ]
    if isMoved {
      try connection.run(
        """
        UPDATE session SET fingerprint = ?2, expires = ?3, metadata = ?4, minute = ?5 WHERE key = ?1
        """, values + [.integer(header.expires.minute)])
    } else {
      try connection.run(
        "UPDATE session SET fingerprint = ?2, expires = ?3, metadata = ?4 WHERE key = ?1", values)
    }
  }

  /// Writes the crashes of the session; the position has to be updated, too.
  func updateCrashes(in connection: SQLiteConnection) throws(StorageError) {
    func value(_ time: StorageTime?) -> SQLiteValue {
      time.map { .integer($0.milliseconds) } ?? .null
    }
    try connection.run(
      "UPDATE session SET crashed = ?2, quarantined = ?3 WHERE key = ?1",
      [.integer(key), value(header.crashes.last), value(header.crashes.quarantined)])
  }

  /// Writes whether the session is pending; the position has to be updated, too.
  func updatePending(in connection: SQLiteConnection) throws(StorageError) {
    try connection.run(
      "UPDATE session SET pending = ?2 WHERE key = ?1",
      [.integer(key), header.isPending ? .integer(1) : .null])
  }

  /// Writes the node that has the session; the position has to be updated, too.
  func updateNode(in connection: SQLiteConnection) throws(StorageError) {
    try connection.run(
      "UPDATE session SET node = ?2 WHERE key = ?1",
      [.integer(key), header.node == 0 ? .null : .integer(header.node)])
  }

  private var position: [SQLiteValue] {
    [
      .integer(key), .integer(checksum), .integer(header.version), .integer(header.epoch),
      oldest.map { .integer($0) } ?? .null, .integer(journalBytes), .integer(stateChecksum),
      stateRow.map { .integer($0) } ?? .null, lastRows.map { .integer($0.first) } ?? .null,
      .blob(lastRows?.gaps),
    ]
  }

  /// Removes everything that is stored for the session except its `session` row.
  func removeContent(in connection: SQLiteConnection) throws(StorageError) {
    try connection.run("DELETE FROM state WHERE key = ?", [.integer(key)])
    try connection.run("DELETE FROM position WHERE key = ?", [.integer(key)])
    try Garbage.enqueue(self, in: connection)
    try connection.run("DELETE FROM answer WHERE scope = ?", [.text(header.id)])
  }

  /// Turns the row into the record that the session ended.
  func end(
    reason: String, until: StorageTime, in connection: SQLiteConnection
  ) throws(StorageError) {
    try removeContent(in: connection)
    let checksum = Self.checksum(ofEnded: header.id, reason: reason, until: until.milliseconds)
    try connection.run(
      """
      UPDATE session SET ended = ?, expires = ?, minute = ?, ended_checksum = ?, metadata = x'',
        crashed = NULL, quarantined = NULL, pending = NULL, node = NULL
      WHERE key = ?
      """,
      [
        .text(reason), .integer(until.milliseconds), .integer(until.minute), .integer(checksum),
        .integer(key),
      ])
  }
}

#endif
