#if SQLite

import BackstackStorage

extension SQLiteTables {
  /// Applies a write within an open transaction.
  ///
  /// - Throws: An error for which ``StorageError/isRefusal`` is `true`, before anything was
  ///   changed. After any other error, the transaction must not be committed.
  func apply(_ write: StorageWrite) throws(StorageError) -> StorageReceipt {
    try write.validate()
    switch write {
    case .create(let new): return try create(new)
    case .claim(let id): return try claim(id)
    case .update(let update): return try apply(update)
    case .end(let revision, let reason, let until):
      let row = try rows.find(revision, in: connection)
      rows.forget(revision.id)
      try row.bury(reason: reason, until: until, in: connection)
      return .removed
    case .delete(let revision):
      let row = try rows.find(revision, in: connection)
      rows.forget(revision.id)
      try row.removeContent(in: connection)
      try connection.run("DELETE FROM session WHERE key = ?", [.integer(row.key)])
      return .removed
    case .expire(let expiry): return try expire(expiry)
    case .recordCrash(let crash): return try note(crash)
    case .release(let id, let time): return try release(id, at: time)
    case .probe:
      try connection.run(
        """
        INSERT INTO probe (key, count) VALUES (0, 1)
        ON CONFLICT (key) DO UPDATE SET count = (count + 1) & 65535
        """)
      return .healthy
    }
  }

  private func create(_ new: NewSession) throws(StorageError) -> StorageReceipt {
    let header = new.session.header
    let isKnown = try connection.first(
      "SELECT 1 FROM session WHERE id = ?", [.text(header.id)], { _ in true })
    guard isKnown == nil else { throw .exists }
    try AnswerRow.check(new.answer, in: connection)
    rows.remember(try SessionRow.insert(new, in: connection))
    try AnswerRow.keep(new.answer, in: connection)
    return .written(header.revision)
  }

  private func claim(_ id: String) throws(StorageError) -> StorageReceipt {
    // From the file instead of the cached rows: the state is read from there, too.
    let row = try SessionRow.find(id, in: connection)
    if let crash = row.header.crashes.quarantined { throw .quarantined(since: crash) }
    let state = try row.state(in: connection)
    row.header.epoch += 1
    try row.updatePosition(in: connection)
    rows.remember(row)
    return .claimed(StoredSession(header: row.header, metadata: row.metadata, state: state))
  }

  private func note(_ crash: SessionCrash) throws(StorageError) -> StorageReceipt {
    let row = try SessionRow.find(crash.id, in: connection)
    let before = row.header.crashes
    // Its current owner must not continue with it.
    if row.header.crashes.note(crash) { row.header.epoch += 1 }
    if row.header.crashes != before {
      try row.updateCrashes(in: connection)
      try row.updatePosition(in: connection)
    }
    rows.remember(row)
    return .crashRecorded(isQuarantined: row.header.crashes.quarantined != nil)
  }

  private func release(_ id: String, at time: StorageTime) throws(StorageError) -> StorageReceipt {
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
    return .released(wasQuarantined: before.crashes.quarantined != nil)
  }

  private func apply(_ update: SessionUpdate) throws(StorageError) -> StorageReceipt {
    let row = try rows.find(update.revision, in: connection)
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
    return .written(update.result)
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
    guard isChanged else { return }
    try row.updateRest(isMoved: row.header.expires.minute != minute, in: connection)
  }
}

#endif
