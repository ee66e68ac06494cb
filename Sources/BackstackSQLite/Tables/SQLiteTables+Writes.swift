#if SQLite

import BackstackStorage

extension SQLiteTables {
  /// Does a write within a transaction that is open.
  ///
  /// - Throws: What ``StorageError/isRefusal`` before anything was changed; after other errors, the
  ///   transaction must not be committed.
  func apply(_ write: StorageWrite) throws(StorageError) -> StorageReceipt {
    try write.validate()
    switch write {
    case .create(let new): return try create(new)
    case .claim(let id): return try claim(id)
    case .update(let update): return try apply(update)
    case .end(let revision, let reason, let until):
      let row = try SessionRow.find(revision, in: connection)
      try row.bury(reason: reason, until: until, in: connection)
      return .removed
    case .delete(let revision):
      let row = try SessionRow.find(revision, in: connection)
      try row.removeContent(in: connection)
      try connection.run("DELETE FROM session WHERE key = ?", [.integer(row.key)])
      return .removed
    case .expire(let expiry): return try expire(expiry)
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
    try SessionRow.insert(new, in: connection)
    try AnswerRow.keep(new.answer, in: connection)
    return .written(header.revision)
  }

  private func claim(_ id: String) throws(StorageError) -> StorageReceipt {
    var row = try SessionRow.find(id, in: connection)
    let state = try row.state(in: connection)
    row.header.epoch += 1
    try row.update(isMoved: false, in: connection)
    return .claimed(StoredSession(header: row.header, metadata: row.metadata, state: state))
  }

  private func apply(_ update: SessionUpdate) throws(StorageError) -> StorageReceipt {
    var row = try SessionRow.find(update.revision, in: connection)
    for answer in update.answers { try AnswerRow.check(answer, in: connection) }
    let minute = row.header.expires.minute
    row.header.version = update.result.version
    if let expires = update.expires { row.header.expires = expires }
    if let fingerprint = update.fingerprint { row.header.fingerprint = fingerprint }
    if let metadata = update.metadata { row.metadata = metadata }
    let last = try Journal.append(update.entries, to: &row, in: connection)
    if let state = update.state {
      try row.keep(state, lastEntry: update.entries.last, last, hasOwn: true, in: connection)
    }
    if let retention = update.retention { try Journal.trim(&row, retention, in: connection) }
    try row.update(isMoved: row.header.expires.minute != minute, in: connection)
    for key in update.forgottenAnswers { try AnswerRow.forget(key, in: connection) }
    for answer in update.answers { try AnswerRow.keep(answer, in: connection) }
    return .written(update.result)
  }
}

#endif
