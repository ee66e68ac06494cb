#if SQLite

import BackstackStorage

/// The row of a session that has not ended.
struct SessionRow {
  let key: Int64
  var header: SessionHeader
  var metadata: [UInt8]
  var stateChecksum: Int64
  /// The version of the oldest entry of the journal, which has all from there to the session's; `nil`
  /// when it is empty.
  var oldest: UInt64?
  /// How many bytes the entries of the journal have together.
  var journalBytes: Int

  /// What ``init(_:)`` and ``init(key:_:)`` read, in their order.
  static let columns = """
    session.key, id, feature, owner, fingerprint, created, ttl, expires, version, epoch, oldest,
    bytes, metadata, state_checksum, ended, checksum
    """

  /// How many entries the journal has.
  var journalCount: Int { oldest.map { Int(header.version - $0) + 1 } ?? 0 }

  private var checksum: Int64 {
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
    return checksum.value
  }
}

extension SessionRow {
  private static func checksum(ofEnded id: String, reason: String, until: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(reason)
    checksum.add(until)
    return checksum.value
  }
}

// MARK: Reading

extension SessionRow {
  /// The row that a statement has come to.
  ///
  /// - Throws: ``StorageError/ended(reason:)``, ``StorageError/unreadableRecord(id:)``.
  init(_ row: borrowing SQLiteRow) throws(StorageError) {
    guard let id = row.text(1) else { throw .corrupted("a session without an id") }
    if !row.isNull(14) {
      guard let reason = row.text(14), let until = row.integer(7),
        row.integer(15) == Self.checksum(ofEnded: id, reason: reason, until: until)
      else { throw .unreadableRecord(id: id) }
      throw .ended(reason: reason)
    }
    guard let known = SessionRow(id: id, row) else { throw .unreadableRecord(id: id) }
    self = known
  }

  /// `nil` when the row is not as it was written.
  private init?(id: String, _ row: borrowing SQLiteRow) {
    guard let key = row.integer(0), let feature = row.text(2),
      let fingerprint = row.text(4), let created = row.integer(5), let timeToLive = row.integer(6),
      let expires = row.integer(7), let version = row.number(8), let epoch = row.number(9),
      let bytes = row.count(11), let metadata = row.blob(12),
      let stateChecksum = row.integer(13), let checksum = row.integer(15)
    else { return nil }
    self.key = key
    header = SessionHeader(
      id: id, feature: feature, owner: row.text(3), fingerprint: fingerprint,
      created: StorageTime(milliseconds: created), expires: StorageTime(milliseconds: expires),
      timeToLive: timeToLive, version: version, epoch: epoch)
    self.metadata = metadata
    self.stateChecksum = stateChecksum
    oldest = row.number(10)
    journalBytes = bytes
    guard checksum == self.checksum, oldest ?? 0 <= version else { return nil }
  }

  /// Finds a session.
  ///
  /// - Throws: ``StorageError/notFound``, and what ``init(_:)`` does.
  static func find(
    _ id: String, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    let found = try connection.first(
      "SELECT \(columns) FROM session WHERE id = ?", [.text(id)]
    ) { (row) throws(StorageError) in
      try SessionRow(row)
    }
    guard let found else { throw .notFound }
    return found
  }

  /// Finds a session that is what a writer thinks it is.
  static func find(
    _ revision: SessionRevision, in connection: SQLiteConnection
  ) throws(StorageError) -> SessionRow {
    let row = try find(revision.id, in: connection)
    guard row.header.epoch == revision.epoch else { throw .fenced(current: row.header.epoch) }
    guard row.header.version == revision.version else {
      throw .versionConflict(current: row.header.version)
    }
    return row
  }

  /// The state of the session.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)``.
  func state(in connection: SQLiteConnection) throws(StorageError) -> [UInt8] {
    let state = try connection.first(
      "SELECT state FROM state WHERE key = ?", [.integer(key)], { row in row.blob(0) })
    guard let state = state ?? nil, Checksum.of(state) == stateChecksum else {
      throw .unreadableRecord(id: header.id)
    }
    return state
  }
}

// MARK: Writing

extension SessionRow {
  /// Adds a row for a session that has none.
  static func insert(
    _ new: NewSession, in connection: SQLiteConnection
  ) throws(StorageError) {
    let header = new.session.header
    let row = SessionRow(
      key: 0, header: header, metadata: new.session.metadata,
      stateChecksum: Checksum.of(new.session.state), oldest: new.journal.first?.version,
      journalBytes: new.journal.reduce(0) { $0 + $1.byteCount })
    try connection.run(
      """
      INSERT INTO session (id, feature, owner, fingerprint, created, ttl, expires, minute, version,
        epoch, oldest, bytes, metadata, state_checksum, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(header.id), .text(header.feature), .text(header.owner), .text(header.fingerprint),
        .integer(header.created.milliseconds), .integer(header.timeToLive),
        .integer(header.expires.milliseconds), .integer(header.expires.minute),
        .integer(header.version), .integer(header.epoch),
        row.oldest.map { .integer($0) } ?? .null, .integer(row.journalBytes),
        .blob(row.metadata), .integer(row.stateChecksum), .integer(row.checksum),
      ])
    let key = connection.lastKey
    try connection.run(
      "INSERT INTO state (key, state) VALUES (?, ?)",
      [.integer(key), .blob(new.session.state)])
    try JournalRow.append(new.journal, to: key, in: connection)
  }

  /// Writes the row that was found as it is now.
  ///
  /// - Parameter isMoved: Whether the minute in which it expires is another one; an index that is named
  ///   in a statement is written to, even with what is in it.
  func update(isMoved: Bool, in connection: SQLiteConnection) throws(StorageError) {
    let values: [SQLiteValue] = [
      .text(header.fingerprint), .integer(header.expires.milliseconds), .integer(header.version),
      .integer(header.epoch), oldest.map { .integer($0) } ?? .null, .integer(journalBytes),
      .blob(metadata), .integer(stateChecksum), .integer(checksum), .integer(key),
    ]
    if isMoved {
      try connection.run(
        """
        UPDATE session SET fingerprint = ?1, expires = ?2, version = ?3, epoch = ?4, oldest = ?5,
          bytes = ?6, metadata = ?7, state_checksum = ?8, checksum = ?9, minute = ?11
        WHERE key = ?10
        """, values + [.integer(header.expires.minute)])
    } else {
      try connection.run(
        """
        UPDATE session SET fingerprint = ?1, expires = ?2, version = ?3, epoch = ?4, oldest = ?5,
          bytes = ?6, metadata = ?7, state_checksum = ?8, checksum = ?9
        WHERE key = ?10
        """, values)
    }
  }

  /// Removes all that is stored of the session but its row.
  static func removeContent(
    key: Int64, id: String, in connection: SQLiteConnection
  ) throws(StorageError) {
    try connection.run("DELETE FROM state WHERE key = ?", [.integer(key)])
    try connection.run("DELETE FROM journal WHERE key = ?", [.integer(key)])
    try connection.run("DELETE FROM answer WHERE scope = ?", [.text(id)])
  }

  /// Makes the row one that only remembers why the session ended.
  static func bury(
    key: Int64, id: String, reason: String, until: StorageTime, in connection: SQLiteConnection
  ) throws(StorageError) {
    try removeContent(key: key, id: id, in: connection)
    try connection.run(
      """
      UPDATE session SET ended = ?, expires = ?, minute = ?, checksum = ?, metadata = x'',
        oldest = NULL, bytes = 0
      WHERE key = ?
      """,
      [
        .text(reason), .integer(until.milliseconds), .integer(until.minute),
        .integer(checksum(ofEnded: id, reason: reason, until: until.milliseconds)), .integer(key),
      ])
  }
}

#endif
