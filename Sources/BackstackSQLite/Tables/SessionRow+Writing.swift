#if SQLite

import BackstackStorage

extension SessionRow {
  /// Adds a row for a session that has none.
  static func insert(
    _ new: NewSession, in connection: SQLiteConnection
  ) throws(StorageError) {
    // Known before the row is written, as what it says of the journal is known only after that is.
    let key = try connection.integer("SELECT coalesce(max(key), 0) + 1 FROM session")
    var row = SessionRow(new.session, key: Int64(key))
    let last = try Journal.append(new.journal, to: &row, in: connection)
    try row.keep(
      new.session.state, lastEntry: new.journal.last, last, hasOwn: false, in: connection)
    let header = row.header
    try connection.run(
      """
      INSERT INTO session (key, id, feature, owner, fingerprint, created, ttl, expires, minute,
        version, epoch, oldest, bytes, metadata, state_checksum, checksum, state_row, last_first,
        last_gaps)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(row.key), .text(header.id), .text(header.feature), .text(header.owner),
        .text(header.fingerprint), .integer(header.created.milliseconds),
        .integer(header.timeToLive), .integer(header.expires.milliseconds),
        .integer(header.expires.minute), .integer(header.version), .integer(header.epoch),
        row.oldest.map { .integer($0) } ?? .null, .integer(row.journalBytes), .blob(row.metadata),
        .integer(row.stateChecksum), .integer(row.checksum),
        row.stateRow.map { .integer($0) } ?? .null,
        row.lastRows.map { .integer($0.first) } ?? .null, .blob(row.lastRows?.gaps),
      ])
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
      stateRow.map { .integer($0) } ?? .null, lastRows.map { .integer($0.first) } ?? .null,
      .blob(lastRows?.gaps),
    ]
    if isMoved {
      try connection.run(
        """
        UPDATE session SET fingerprint = ?1, expires = ?2, version = ?3, epoch = ?4, oldest = ?5,
          bytes = ?6, metadata = ?7, state_checksum = ?8, checksum = ?9, state_row = ?11,
          last_first = ?12, last_gaps = ?13, minute = ?14
        WHERE key = ?10
        """, values + [.integer(header.expires.minute)])
    } else {
      try connection.run(
        """
        UPDATE session SET fingerprint = ?1, expires = ?2, version = ?3, epoch = ?4, oldest = ?5,
          bytes = ?6, metadata = ?7, state_checksum = ?8, checksum = ?9, state_row = ?11,
          last_first = ?12, last_gaps = ?13
        WHERE key = ?10
        """, values)
    }
  }

  /// Removes all that is stored of the session but its row.
  func removeContent(in connection: SQLiteConnection) throws(StorageError) {
    try connection.run("DELETE FROM state WHERE key = ?", [.integer(key)])
    try Garbage.collect(self, in: connection)
    try connection.run("DELETE FROM answer WHERE scope = ?", [.text(header.id)])
  }

  /// Makes the row one that only remembers why the session ended.
  func bury(
    reason: String, until: StorageTime, in connection: SQLiteConnection
  ) throws(StorageError) {
    try removeContent(in: connection)
    let checksum = Self.checksum(ofEnded: header.id, reason: reason, until: until.milliseconds)
    try connection.run(
      """
      UPDATE session SET ended = ?, expires = ?, minute = ?, checksum = ?, metadata = x'',
        oldest = NULL, bytes = 0, state_row = NULL, last_first = NULL, last_gaps = NULL
      WHERE key = ?
      """,
      [
        .text(reason), .integer(until.milliseconds), .integer(until.minute), .integer(checksum),
        .integer(key),
      ])
  }
}

#endif
