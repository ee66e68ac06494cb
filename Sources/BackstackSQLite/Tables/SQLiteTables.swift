#if SQLite

import BackstackStorage

/// Operations on the tables of a file, over a connection.
struct SQLiteTables {
  let connection: SQLiteConnection
  private let rows = SessionRows()

  /// Runs `body` in a writing transaction; rolls back if it throws.
  func transaction<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    do {
      return try connection.transaction(.writing) { () throws(StorageError) in
        try rows.begin(in: connection)
        return try body()
      }
    } catch {
      rows.forgetAll()
      throw error
    }
  }
}

// MARK: Writes

extension SQLiteTables {
  /// Applies a write within an open transaction.
  ///
  /// - Returns: A closure that calls the write's completion, once the transaction is committed.
  /// - Throws: An error for which ``StorageError/isRefusal`` is `true`, before anything was
  ///   changed. After any other error, the transaction must not be committed.
  func apply(_ write: StorageWrite) throws(StorageError) -> @Sendable () -> Void {
    try write.validate()
    switch write {
    case .create(let new, let completion): return success(try create(new), completion)
    case .claim(let claim, let completion): return success(try apply(claim), completion)
    case .update(let update, let completion): return success(try self.update(update), completion)
    case .end(let revision, let reason, let until, let completion):
      let row = try rows.find(revision, in: connection)
      rows.forget(revision.id)
      try row.end(reason: reason, until: until, in: connection)
      return success((), completion)
    case .delete(let revision, let completion):
      let row = try rows.find(revision, in: connection)
      rows.forget(revision.id)
      try row.removeContent(in: connection)
      try connection.run("DELETE FROM session WHERE key = ?", [.integer(row.key)])
      return success((), completion)
    case .expire(let expiry, let completion): return success(try expire(expiry), completion)
    case .recordCrash(let crash, let completion): return success(try recordCrash(crash), completion)
    case .release(let id, let time, let completion):
      return success(try release(id, at: time), completion)
    case .probe(let completion):
      try connection.run(
        """
        INSERT INTO probe (key, count) VALUES (0, 1)
        ON CONFLICT (key) DO UPDATE SET count = (count + 1) & 65535
        """)
      return success((), completion)
    }
  }

  /// Stores a new session, within an open transaction.
  func create(_ new: NewSession) throws(StorageError) -> SessionRevision {
    let header = new.session.header
    let isKnown = try connection.first(
      "SELECT 1 FROM session WHERE id = ?", [.text(header.id)], { _ in true })
    guard isKnown == nil else {
      if try isStored(new) { return header.revision }
      throw .exists
    }
    try AnswerRow.check(new.answer, in: connection)
    rows.remember(try SessionRow.insert(new, in: connection))
    try AnswerRow.keep(new.answer, in: connection)
    return header.revision
  }

  /// Returns whether a creation was stored before, and nothing has changed since.
  private func isStored(_ new: NewSession) throws(StorageError) -> Bool {
    let row: SessionRow
    do throws(StorageError) {
      row = try SessionRow.find(new.session.header.id, in: connection)
    } catch .ended, .unreadableRecord {
      return false
    }
    guard row.header == new.session.header, row.metadata == new.session.metadata,
      try row.state(in: connection) == new.session.state
    else { return false }
    guard let answer = new.answer else { return true }
    return try AnswerRow.find(answer.key, in: connection) == answer
  }

  private func apply(_ claim: SessionClaim) throws(StorageError) -> ClaimedSession {
    // From the file instead of the cached rows: the state is read from there, too.
    let row = try SessionRow.find(claim.id, in: connection)
    if let crash = row.header.crashes.quarantined { throw .quarantined(since: crash) }
    try claim.check(against: row.header)
    let state = try row.state(in: connection)
    // In the transaction of the claim, so that no write of the older owner comes between the two.
    // A session with a damaged journal is not claimed.
    let journal = try Journal.page(
      of: row, from: claim.firstVersion(upTo: row.header.version), limit: claim.entryLimit,
      snapshots: true, in: connection)
    row.header.epoch += 1
    if row.header.node != claim.node {
      row.header.node = claim.node
      try row.updateNode(in: connection)
    }
    try row.updatePosition(in: connection)
    rows.remember(row)
    return ClaimedSession(
      session: StoredSession(header: row.header, metadata: row.metadata, state: state),
      journal: journal)
  }

  private func recordCrash(_ crash: SessionCrash) throws(StorageError) -> Bool {
    let row = try SessionRow.find(crash.id, in: connection)
    let before = row.header
    row.header.note(crash)
    if row.header != before {
      try row.updateCrashes(in: connection)
      if row.header.node != before.node { try row.updateNode(in: connection) }
      try row.updatePosition(in: connection)
    }
    rows.remember(row)
    return row.header.crashes.quarantined != nil
  }

  private func release(_ id: String, at time: StorageTime) throws(StorageError) -> Bool {
    let row = try SessionRow.find(id, in: connection)
    let before = row.header
    row.header.release(at: time)
    if row.header != before {
      try row.updateCrashes(in: connection)
      try row.updateRest(
        isMoved: row.header.expires.minute != before.expires.minute, in: connection)
      try row.updatePosition(in: connection)
    }
    rows.remember(row)
    return before.crashes.quarantined != nil
  }

  /// Changes a session, within an open transaction.
  func update(_ update: SessionUpdate) throws(StorageError) -> SessionRevision {
    let row: SessionRow
    do throws(StorageError) {
      row = try rows.find(update.revision, in: connection)
    } catch {
      return try result(of: update, orElse: error)
    }
    for answer in update.answers { try AnswerRow.check(answer, in: connection) }
    row.header.version = update.result.version
    let last = try Journal.append(update.entries, to: row, in: connection)
    if let state = update.state {
      try row.keep(state, lastEntry: update.entries.last, last, hasOwn: true, in: connection)
    }
    if let retention = update.retention { try Journal.trim(row, retention, in: connection) }
    try applyRest(of: update, to: row)
    try row.updatePosition(in: connection)
    for key in update.removedAnswers { try AnswerRow.forget(key, in: connection) }
    for answer in update.answers { try AnswerRow.keep(answer, in: connection) }
    return update.result
  }

  /// Returns the result of an update that was stored before, or throws the error with which it was
  /// refused.
  private func result(
    of update: SessionUpdate, orElse refusal: StorageError
  ) throws(StorageError) -> SessionRevision {
    switch refusal {
    case .fenced, .versionConflict: break
    default: throw refusal
    }
    let page = try journal(
      update.revision.id, from: update.result.version, limit: 1, snapshots: true)
    return try update.resultIfStored(page, orElse: refusal)
  }

  /// Writes the columns that seldom change, if they have changed.
  private func applyRest(of update: SessionUpdate, to row: SessionRow) throws(StorageError) {
    let minute = row.header.expires.minute
    var isChanged = false
    if let expires = update.expires, expires != row.header.expires {
      row.header.expires = expires
      isChanged = true
    }
    if let fingerprint = update.fingerprint, fingerprint != row.header.fingerprint {
      row.header.fingerprint = fingerprint
      isChanged = true
    }
    if let metadata = update.metadata, metadata != row.metadata {
      row.metadata = metadata
      isChanged = true
    }
    if let isPending = update.isPending, isPending != row.header.isPending {
      row.header.isPending = isPending
      try row.updatePending(in: connection)
    }
    guard isChanged else { return }
    try row.updateRest(isMoved: row.header.expires.minute != minute, in: connection)
  }

  // MARK: Expiry

  /// Removes what has expired, within an open transaction.
  private func expire(
    _ expiry: StorageWrite.Expiry
  ) throws(StorageError) -> ExpiredSessions {
    let now = expiry.now.milliseconds
    var room = expiry.limit
    let expired = try expiredSessions(expiry.now, limit: room)
    for session in expired {
      rows.forget(session.header.id)
      try session.end(
        reason: StorageWrite.expiredReason, until: expiry.rememberedUntil, in: connection)
    }
    room -= expired.count
    try connection.run(
      """
      DELETE FROM session WHERE key IN (
        SELECT key FROM session INDEXED BY session_ended
        WHERE ended IS NOT NULL AND minute <= ? AND expires <= ? LIMIT ?)
      """, [.integer(expiry.now.minute), .integer(now), .integer(room)])
    room -= connection.changeCount
    try connection.run(
      """
      DELETE FROM answer WHERE (scope, key) IN (
        SELECT scope, key FROM answer INDEXED BY answer_expires WHERE expires <= ? LIMIT ?)
      """, [.integer(now), .integer(room)])
    room -= connection.changeCount
    return ExpiredSessions(ids: expired.map(\.header.id), hasMore: room <= 0)
  }

  /// Returns expired sessions. Skips damaged records, whose expiry is unknown.
  private func expiredSessions(
    _ now: StorageTime, limit: Int
  ) throws(StorageError) -> [SessionRow] {
    var expired: [SessionRow] = []
    var last = (minute: Int64.min, key: Int64.min)
    var isAtEnd = false
    while expired.count < limit, !isAtEnd {
      isAtEnd = true
      try connection.each(
        """
        SELECT \(SessionRow.columns), minute FROM session INDEXED BY session_minute
        LEFT JOIN position USING (key)
        WHERE ended IS NULL AND quarantined IS NULL AND minute <= ? AND expires <= ?
          AND (minute, session.key) > (?, ?)
        ORDER BY minute, session.key LIMIT ?
        """,
        [
          .integer(now.minute), .integer(now.milliseconds), .integer(last.minute),
          .integer(last.key), .integer(limit - expired.count),
        ]
      ) { (row) throws(StorageError) in
        guard let key = row.integer(0), let minute = row.integer(SessionRow.columnCount) else {
          throw .corrupted("a session without an expiry")
        }
        last = (minute, key)
        isAtEnd = false
        do throws(StorageError) {
          expired.append(try SessionRow.read(row))
        } catch {
          guard case .unreadableRecord = error else { throw error }
        }
      }
    }
    return expired
  }
}

// MARK: Queries

extension SQLiteTables {
  /// Runs a query on a consistent snapshot of the file.
  ///
  /// - Returns: A closure that calls the query's completion.
  func run(_ query: StorageQuery) throws(StorageError) -> @Sendable () -> Void {
    try query.validate()
    return try reading { () throws(StorageError) in
      switch query {
      case .session(let id, let completion): success(try session(id), completion)
      case .ownership(let id, let completion): success(try ownership(id), completion)
      case .journal(let id, let version, let limit, let snapshots, let completion):
        success(try journal(id, from: version, limit: limit, snapshots: snapshots), completion)
      case .answer(let key, let time, let completion): success(try answer(key, time), completion)
      case .sessions(.id, let cursor, let limit, let completion):
        success(try byID(after: cursor, limit), completion)
      case .sessions(.pending, let cursor, let limit, let completion):
        success(try pending(after: cursor, limit), completion)
      case .sessions(.expiry, let cursor, let limit, let completion):
        success(try byExpiry(after: cursor, limit), completion)
      case .ids(let prefix, let limit, let completion): success(try ids(prefix, limit), completion)
      case .usage(let owner, let completion): success(try usage(of: owner), completion)
      case .count(let completion): success(try sessionCount(), completion)
      case .quarantineCount(let completion): success(try quarantineCount(), completion)
      case .statistics(let completion): success(try statistics(), completion)
      case .shapes(let completion): success(try shapes(), completion)
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
  ) throws(StorageError) -> KeptAnswer? {
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

  private func usage(of owner: String) throws(StorageError) -> OwnerUsage {
    // Reads only the lengths of states. A state that is the snapshot of an entry counts as journal.
    let usage = try connection.first(
      """
      SELECT count(*), coalesce(sum(bytes), 0) + coalesce(sum(length(state)), 0)
      FROM session INDEXED BY session_owner LEFT JOIN position USING (key)
        LEFT JOIN state USING (key)
      WHERE ended IS NULL AND owner = ?
      """, [.text(owner)]
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
    let most = limit == .max ? limit : limit + 1
    try connection.each(statement, values + [.integer(most)]) { (row) throws(StorageError) in
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
      answers: try connection.integer("SELECT count(*) FROM answer INDEXED BY answer_expires"),
      bytes: try connection.integer("PRAGMA page_count")
        * connection.integer("PRAGMA page_size"))
  }
}

/// Returns a closure that completes a write or a query.
private func success<Value: Sendable>(
  _ value: Value, _ completion: @escaping StorageCompletion<Value>
) -> @Sendable () -> Void {
  { completion(.success(value)) }
}

extension StorageError {
  /// Whether a write with this error changed nothing, and the error concerns no other writes.
  var isRefusal: Bool {
    switch self {
    case .notFound, .exists, .ended, .fenced, .versionConflict, .answerExists, .invalid,
      .unreadableRecord, .quarantined, .untraceable, .owned:
      true
    default: false
    }
  }

  /// Whether one write of several may have caused this error for all of them.
  var isOfOneWrite: Bool {
    switch self {
    case .full, .corrupted: true
    default: false
    }
  }
}

#endif
