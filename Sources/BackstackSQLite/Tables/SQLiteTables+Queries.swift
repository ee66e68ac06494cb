#if SQLite

import BackstackStorage

extension SQLiteTables {
  /// Runs a query on a consistent snapshot of the file.
  ///
  /// - Returns: A closure that calls the query's completion.
  func run(_ query: StorageQuery) throws(StorageError) -> @Sendable () -> Void {
    try query.validate()
    return try reading { () throws(StorageError) in
      switch query {
      case .session(let id, let completion): Self.success(try session(id), completion)
      case .ownership(let id, let completion): Self.success(try ownership(id), completion)
      case .journal(let id, let version, let limit, let snapshots, let completion):
        Self.success(try journal(id, from: version, limit: limit, snapshots: snapshots), completion)
      case .answers(let scope, let time, let limit, let completion):
        Self.success(
          try AnswerRow.latest(of: scope, after: time, limit: limit, in: connection), completion)
      case .answer(let key, let time, let completion):
        Self.success(try answer(key, time), completion)
      case .sessions(.id, let cursor, let limit, let completion):
        Self.success(try byID(after: cursor, limit), completion)
      case .sessions(.pending, let cursor, let limit, let completion):
        Self.success(try pending(after: cursor, limit), completion)
      case .sessions(.owner(let owner), let cursor, let limit, let completion):
        Self.success(try owned(by: owner, after: cursor, limit), completion)
      case .sessions(.expiry, let cursor, let limit, let completion):
        Self.success(try byExpiry(after: cursor, limit), completion)
      case .ids(let prefix, let limit, let completion):
        Self.success(try ids(prefix, limit), completion)
      case .usage(let owner, let answers, let completion):
        Self.success(try usage(of: owner, answers), completion)
      case .count(let completion): Self.success(try sessionCount(), completion)
      case .quarantineCount(let completion): Self.success(try quarantineCount(), completion)
      case .statistics(let completion): Self.success(try statistics(), completion)
      case .shapes(let completion): Self.success(try shapes(), completion)
      }
    }
  }

  /// Runs `body` on a consistent snapshot of the file.
  func reading<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
    try connection.transaction(.reading, body)
  }

  /// Returns a session.
  func session(_ id: String) throws(StorageError) -> StoredSession {
    let row = try SessionRow.find(id, in: connection)
    return StoredSession(
      header: row.header, metadata: row.metadata, state: try row.state(in: connection))
  }

  /// Returns a page of a session's journal.
  func journal(
    _ id: String, from version: UInt64, limit: Int, snapshots: Bool
  ) throws(StorageError) -> JournalPage {
    let row = try SessionRow.find(id, in: connection)
    return try Journal.page(
      of: row, from: version, limit: limit, snapshots: snapshots, in: connection)
  }

  private func answer(
    _ key: AnswerKey, _ time: StorageTime
  ) throws(StorageError) -> StoredAnswer? {
    let answer = try AnswerRow.find(key, in: connection)
    return answer.flatMap { $0.expires > time ? $0 : nil }
  }

  private func ownership(_ id: String) throws(StorageError) -> SessionOwnership {
    do throws(StorageError) {
      let row = try SessionRow.find(id, in: connection)
      return SessionOwnership(
        feature: row.header.feature, owner: row.header.owner, metadata: row.metadata)
    } catch .ended(let reason) {
      return try SessionRow.ownership(ofEnded: id, reason: reason, in: connection)
    }
  }

  private func ids(_ prefix: String, _ limit: Int) throws(StorageError) -> [String] {
    var ids: [String] = []
    // Ids have no character that sorts after the appended one.
    try connection.each(
      "SELECT id FROM session WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
      [.text(prefix), .text(prefix + "\u{7F}"), .integer(limit)]
    ) { row in
      if let id = row.text(0) { ids.append(id) }
    }
    return ids
  }

  private func usage(
    of owner: String, _ answers: AnswerKey?
  ) throws(StorageError) -> OwnerUsage {
    // Reads only the lengths of states. A state that is the snapshot of an entry counts as journal.
    let usage = try connection.first(
      """
      SELECT count(*), coalesce(sum(bytes), 0)
        + coalesce(sum(iif(state_row IS NULL, length(state), length)), 0) + (
          SELECT coalesce(sum(length(key) + length(body)), 0) FROM answer
          WHERE scope = ? AND key >= ? AND key < ?)
        + coalesce(sum((
          SELECT sum(length(key) + length(body)) FROM answer WHERE scope = session.id)), 0)
      FROM session INDEXED BY session_owner LEFT JOIN position USING (key)
        LEFT JOIN state USING (key)
        LEFT JOIN entry ON entry.row = state_row AND snapshot_checksum IS NULL
      WHERE ended IS NULL AND owner = ?
      """,
      [
        // Keys have no character that sorts after the appended one. No scope is empty.
        .text(answers?.scope ?? ""), .text(answers?.key ?? ""),
        .text((answers?.key ?? "") + "\u{10FFFF}"), .text(owner),
      ]
    ) { row in
      row.count(0).flatMap { count in row.count(1).map { OwnerUsage(sessions: count, bytes: $0) } }
    }
    guard let usage = usage ?? nil else { throw .corrupted("the stored sizes are invalid") }
    return usage
  }

  /// Returns a page of the sessions in the order of their ids.
  func byID(after cursor: StorageCursor?, _ limit: Int) throws(StorageError) -> SessionPage {
    try page(
      """
      SELECT \(SessionRow.columns), minute FROM session LEFT JOIN position USING (key)
      WHERE ended IS NULL AND id > ? ORDER BY id LIMIT ?
      """, [.text(cursor?.text ?? "")], limit
    ) { row in
      row.text(1)
    }
  }

  private func pending(
    after cursor: StorageCursor?, _ limit: Int
  ) throws(StorageError) -> SessionPage {
    try page(
      """
      SELECT \(SessionRow.columns), minute FROM session INDEXED BY session_pending
      LEFT JOIN position USING (key)
      WHERE pending IS NOT NULL AND quarantined IS NULL AND id > ? ORDER BY id LIMIT ?
      """, [.text(cursor?.text ?? "")], limit
    ) { row in
      row.text(1)
    }
  }

  private func owned(
    by owner: String, after cursor: StorageCursor?, _ limit: Int
  ) throws(StorageError) -> SessionPage {
    try page(
      """
      SELECT \(SessionRow.columns), minute FROM session INDEXED BY session_owner
      LEFT JOIN position USING (key)
      WHERE ended IS NULL AND owner = ? AND id > ? ORDER BY id LIMIT ?
      """, [.text(owner), .text(cursor?.text ?? "")], limit
    ) { row in
      row.text(1)
    }
  }

  private func byExpiry(
    after cursor: StorageCursor?, _ limit: Int
  ) throws(StorageError) -> SessionPage {
    var start = (minute: Int64.min, key: Int64.min)
    if let cursor {
      let numbers = cursor.text.split(separator: ":").compactMap { Int64($0) }
      guard numbers.count == 2 else { throw .invalid("the cursor \(cursor.text)") }
      start = (numbers[0], numbers[1])
    }
    return try page(
      """
      SELECT \(SessionRow.columns), minute FROM session INDEXED BY session_minute
      LEFT JOIN position USING (key)
      WHERE ended IS NULL AND (minute, session.key) > (?, ?) ORDER BY minute, session.key LIMIT ?
      """, [.integer(start.minute), .integer(start.key)], limit
    ) { row in
      guard let minute = row.integer(SessionRow.columnCount), let key = row.integer(0) else {
        return nil
      }
      return "\(minute):\(key)"
    }
  }

  private func page(
    _ statement: SQLiteStatement, _ values: [SQLiteValue], _ limit: Int,
    cursor: (borrowing SQLiteRow) -> String?
  ) throws(StorageError) -> SessionPage {
    var page = SessionPage(sessions: [], next: nil)
    var last: String?
    var count = 0
    // One more than the limit shows whether there are more.
    let maximum = limit == .max ? limit : limit + 1
    try connection.each(statement, values + [.integer(maximum)]) { (row) throws(StorageError) in
      count += 1
      guard count <= limit else {
        page.next = last.map { StorageCursor(text: $0) }
        return
      }
      guard let cursor = cursor(row) else { throw .corrupted("a session without an id") }
      last = cursor
      do throws(StorageError) {
        page.sessions.append(try SessionRow.read(row).header)
      } catch .unreadableRecord(let id) {
        page.unreadable.append(id)
      }
    }
    return page
  }

  /// Counts here, because SQLite would write a million rows to a file to group them.
  private func shapes() throws(StorageError) -> [StoredShape] {
    var counts = ShapeCounts()
    try connection.each("SELECT feature, fingerprint FROM session WHERE ended IS NULL") { row in
      // A damaged record may have no shape.
      guard let feature = row.text(0), let fingerprint = row.text(1) else { return }
      counts.count(feature: feature, fingerprint: fingerprint)
    }
    return counts.shapes
  }

  private func sessionCount() throws(StorageError) -> Int {
    try connection.integer(
      "SELECT count(*) FROM session INDEXED BY session_minute WHERE ended IS NULL")
  }

  private func quarantineCount() throws(StorageError) -> Int {
    try connection.integer(
      """
      SELECT count(*) FROM session INDEXED BY session_quarantined
      WHERE quarantined IS NOT NULL
      """)
  }

  private func statistics() throws(StorageError) -> StorageStatistics {
    StorageStatistics(
      sessions: try sessionCount(),
      ended: try connection.integer(
        "SELECT count(*) FROM session INDEXED BY session_ended WHERE ended IS NOT NULL"),
      answers: try connection.integer(
        """
        SELECT count(*) FROM answer INDEXED BY answer_expires
        WHERE key NOT LIKE '%\(AnswerKey.contentSuffix)'
        """),
      bytes: try connection.integer("PRAGMA page_count")
        * connection.integer("PRAGMA page_size"))
  }
}

#endif
