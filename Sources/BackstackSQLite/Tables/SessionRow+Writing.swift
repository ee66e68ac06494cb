#if SQLite

import BackstackStorage

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
    let last = try Journal.append(new.journal, to: row, in: connection)
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
  func bury(
    reason: String, until: StorageTime, in connection: SQLiteConnection
  ) throws(StorageError) {
    try removeContent(in: connection)
    let checksum = Self.checksum(ofEnded: header.id, reason: reason, until: until.milliseconds)
    try connection.run(
      """
      UPDATE session SET ended = ?, expires = ?, minute = ?, ended_checksum = ?, metadata = x'',
        crashed = NULL, quarantined = NULL
      WHERE key = ?
      """,
      [
        .text(reason), .integer(until.milliseconds), .integer(until.minute), .integer(checksum),
        .integer(key),
      ])
  }
}

#endif
