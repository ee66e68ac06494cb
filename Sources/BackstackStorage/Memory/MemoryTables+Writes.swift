extension MemoryTables {
  /// Applies a write completely or not at all.
  mutating func apply(_ write: StorageWrite) throws(StorageError) -> StorageReceipt {
    try write.validate()
    switch write {
    case .create(let new): return try create(new)
    case .claim(let id): return try claim(id)
    case .update(let update): return try apply(update)
    case .end(let revision, let reason, let until):
      try check(revision)
      bury(revision.id, reason: reason, until: until)
      return .removed
    case .delete(let revision):
      try check(revision)
      remove(revision.id)
      return .removed
    case .expire(let expiry): return expire(expiry)
    case .recordCrash(let crash): return try note(crash)
    case .release(let id, let time): return try release(id, at: time)
    case .probe: return .healthy
    }
  }

  private mutating func create(_ new: NewSession) throws(StorageError) -> StorageReceipt {
    let header = new.session.header
    guard rows[header.id] == nil, tombstones[header.id] == nil else { throw .exists }
    try check(new.answer)
    rows[header.id] = Row(session: new.session, journal: new.journal)
    move(header.id, from: nil, to: header.expires)
    keep(new.answer)
    return .written(header.revision)
  }

  private mutating func claim(_ id: String) throws(StorageError) -> StorageReceipt {
    var row = try row(id)
    if let crash = row.session.header.crashes.quarantined { throw .quarantined(since: crash) }
    row.session.header.epoch += 1
    rows[id] = row
    return .claimed(row.session)
  }

  private mutating func note(_ crash: SessionCrash) throws(StorageError) -> StorageReceipt {
    var header = try row(crash.id).session.header
    // Its current owner must not continue with it.
    if header.crashes.note(crash) { header.epoch += 1 }
    rows[crash.id]?.session.header = header
    return .crashRecorded(isQuarantined: header.crashes.quarantined != nil)
  }

  private mutating func release(
    _ id: String, at time: StorageTime
  ) throws(StorageError) -> StorageReceipt {
    var header = try row(id).session.header
    let wasQuarantined = header.crashes.quarantined != nil
    let expires = header.expires
    header.release(at: time)
    move(id, from: expires, to: header.expires)
    rows[id]?.session.header = header
    return .released(wasQuarantined: wasQuarantined)
  }

  private mutating func apply(_ update: SessionUpdate) throws(StorageError) -> StorageReceipt {
    let id = update.revision.id
    try check(update.revision)
    for answer in update.answers { try check(answer) }
    var row = try row(id)
    rows[id] = nil  // So that the journal is not copied.
    if let expires = update.expires {
      move(id, from: row.session.header.expires, to: expires)
      row.session.header.expires = expires
    }
    row.session.header.version = update.result.version
    if let fingerprint = update.fingerprint { row.session.header.fingerprint = fingerprint }
    if let metadata = update.metadata { row.session.metadata = metadata }
    if let state = update.state { row.session.state = state }
    row.journal += update.entries
    if let retention = update.retention { row.trim(retention) }
    rows[id] = row
    for key in update.removedAnswers { forget(key) }
    for answer in update.answers { keep(answer) }
    return .written(update.result)
  }

  private mutating func expire(_ expiry: StorageWrite.Expiry) -> StorageReceipt {
    var room = expiry.limit
    var ids: [String] = []
    for minute in minutes.keys.filter({ $0 <= expiry.now.minute }).sorted() where room > 0 {
      let due = (minutes[minute] ?? []).filter { id in
        rows[id].map { $0.session.header.hasExpired(at: expiry.now) } ?? false
      }
      for id in due.prefix(room) {
        bury(id, reason: StorageWrite.expiredReason, until: expiry.rememberedUntil)
        ids.append(id)
        room -= 1
      }
    }
    if room > 0 {
      for id in tombstones.filter({ $0.value.until <= expiry.now }).keys.prefix(room) {
        tombstones[id] = nil
        room -= 1
      }
    }
    if room > 0 {
      for key in answers.filter({ $0.value.expires <= expiry.now }).keys.prefix(room) {
        forget(key)
        room -= 1
      }
    }
    return .expired(ids, hasMore: room == 0)
  }
}

extension MemoryTables.Row {
  /// Removes the entries that exceed the limits.
  mutating func trim(_ retention: JournalRetention) {
    var bytes = journal.reduce(0) { $0 + $1.byteCount }
    var excess = 0
    while excess < journal.count,
      retention.removesOldest(
        from: journal[excess].time, count: journal.count - excess, bytes: bytes)
    {
      bytes -= journal[excess].byteCount
      excess += 1
    }
    journal.removeFirst(excess)
  }
}
