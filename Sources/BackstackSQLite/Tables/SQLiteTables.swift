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

extension SQLiteTables {
  /// Applies a write within an open transaction.
  ///
  /// - Returns: A closure that calls the write's completion, once the transaction is committed.
  /// - Throws: An error for which ``StorageError/isRefusal`` is `true`, before anything was
  ///   changed. After any other error, the transaction must not be committed.
  func apply(_ write: StorageWrite) throws(StorageError) -> @Sendable () -> Void {
    try write.validate()
    switch write {
    case .create(let new, let completion): return Self.success(try create(new), completion)
    case .claim(let claim, let completion): return Self.success(try apply(claim), completion)
    case .update(let update, let completion):
      return Self.success(try self.update(update), completion)
    case .end(let revision, let reason, let until, let completion):
      let row = try rows.find(revision, in: connection)
      rows.forget(revision.id)
      try row.end(reason: reason, until: until, in: connection)
      return Self.success((), completion)
    case .delete(let revision, let completion):
      let row = try rows.find(revision, in: connection)
      rows.forget(revision.id)
      try row.removeContent(in: connection)
      try connection.run("DELETE FROM session WHERE key = ?", [.integer(row.key)])
      return Self.success((), completion)
    case .expire(let expiry, let completion): return Self.success(try expire(expiry), completion)
    case .recordCrash(let crash, let completion):
      return Self.success(try recordCrash(crash), completion)
    case .release(let id, let time, let completion):
      return Self.success(try release(id, at: time), completion)
    case .probe(let completion):
      try connection.run(
        """
        INSERT INTO probe (key, count) VALUES (0, 1)
        ON CONFLICT (key) DO UPDATE SET count = (count + 1) & 65535
        """)
      return Self.success((), completion)
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
    let row = try SessionRow.insert(new, in: connection)
    rows.remember(row)
    rows.limitBases(with: row)
    for key in new.removedAnswers { try AnswerRow.remove(key, in: connection) }
    try AnswerRow.store(new.answer, in: connection)
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
    for answer in update.newAnswers { try AnswerRow.check(answer, in: connection) }
    row.header.version = update.result.version
    let last = try Journal.append(
      update.entries, state: update.state, to: row, in: connection)
    if let state = update.state {
      try row.keep(state, lastEntry: update.entries.last, last, hasOwn: true, in: connection)
    }
    if let retention = update.retention { try Journal.trim(row, retention, in: connection) }
    try applyRest(of: update, to: row)
    try row.updatePosition(in: connection)
    rows.limitBases(with: row)
    for key in update.removedAnswers { try AnswerRow.remove(key, in: connection) }
    for answer in update.answers { try AnswerRow.store(answer, in: connection) }
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

extension SQLiteTables {
  /// Returns a closure that completes a write or a query.
  static func success<Value: Sendable>(
    _ value: Value, _ completion: @escaping StorageCompletion<Value>
  ) -> @Sendable () -> Void {
    { completion(.success(value)) }
  }
}

extension StorageError {
  /// Whether one write of several may have caused this error for all of them.
  var isOfOneWrite: Bool {
    switch self {
    case .full, .corrupted: true
    default: false
    }
  }
}

#endif
