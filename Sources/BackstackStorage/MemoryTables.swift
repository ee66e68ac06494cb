/// The content of a storage, as a value. It is the simplest implementation of a storage's
/// behaviour.
struct MemoryTables: Sendable {
  private struct Row: Sendable {
    var session: StoredSession
    var journal: [JournalEntry]

    /// Adds entries, under the session's epoch.
    mutating func append(_ entries: [JournalEntry]) {
      for var entry in entries {
        entry.epoch = session.header.epoch
        journal.append(entry)
      }
    }

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

  /// The record of a session that ended.
  private struct Tombstone: Sendable {
    var feature: String
    var owner: String?
    var reason: String
    var until: StorageTime

    init(of header: SessionHeader, reason: String, until: StorageTime) {
      feature = header.feature
      owner = header.owner
      self.reason = reason
      self.until = until
    }
  }

  private var rows: [String: Row] = [:]
  private var tombstones: [String: Tombstone] = [:]
  private var answers: [AnswerKey: StoredAnswer] = [:]
  /// The keys of the answers of each scope.
  private var answerKeys: [String: Set<AnswerKey>] = [:]
  /// The ids of the sessions that expire in each minute.
  private var minutes: [Int64: Set<String>] = [:]

  // MARK: Rows

  /// Returns a session that has not ended.
  ///
  /// - Throws: ``StorageError/notFound`` or ``StorageError/ended(reason:)``.
  private func row(_ id: String) throws(StorageError) -> Row {
    if let row = rows[id] { return row }
    if let tombstone = tombstones[id] { throw .ended(reason: tombstone.reason) }
    throw .notFound
  }

  /// Throws an error unless a session is at the revision that a writer knows.
  private func check(_ revision: SessionRevision) throws(StorageError) {
    try revision.check(against: try row(revision.id).session.header)
  }

  /// Moves a session in the index of expiry times.
  private mutating func move(_ id: String, from old: StorageTime?, to new: StorageTime?) {
    guard old?.minute != new?.minute else { return }
    if let minute = old?.minute {
      minutes[minute]?.remove(id)
      if minutes[minute]?.isEmpty == true { minutes[minute] = nil }
    }
    if let minute = new?.minute { minutes[minute, default: []].insert(id) }
  }

  /// Returns the result of an update that was stored before, or throws the error with which it was
  /// refused.
  private func result(
    of update: SessionUpdate, orElse refusal: StorageError
  ) throws(StorageError) -> SessionRevision {
    let page = try journal(
      update.revision.id, from: update.result.version, limit: 1, snapshots: true)
    return try update.resultIfStored(page, orElse: refusal)
  }

  /// Removes a session and records that it ended.
  private mutating func end(_ id: String, reason: String, until: StorageTime) {
    guard let header = rows[id]?.session.header else { return }
    remove(id)
    tombstones[id] = Tombstone(of: header, reason: reason, until: until)
  }

  /// Removes a session and its answers.
  private mutating func remove(_ id: String) {
    guard let row = rows.removeValue(forKey: id) else { return }
    move(id, from: row.session.header.expires, to: nil)
    for key in answerKeys[id] ?? [] { remove(key) }
  }

  // MARK: Answers

  /// Throws an error if another answer is stored under the same key.
  private func check(_ answer: StoredAnswer?) throws(StorageError) {
    guard let answer, let stored = answers[answer.key], stored.expires > answer.created,
      stored != answer
    else { return }
    throw .answerExists
  }

  private mutating func store(_ answer: StoredAnswer?) {
    guard let answer else { return }
    answers[answer.key] = answer
    answerKeys[answer.key.scope, default: []].insert(answer.key)
  }

  private mutating func remove(_ key: AnswerKey) {
    answers[key] = nil
    answerKeys[key.scope]?.remove(key)
    if answerKeys[key.scope]?.isEmpty == true { answerKeys[key.scope] = nil }
  }
}

// MARK: Writes

extension MemoryTables {
  /// Applies a write completely or not at all.
  ///
  /// - Returns: A closure that calls the write's completion.
  mutating func apply(_ write: StorageWrite) throws(StorageError) -> (@Sendable () -> Void) {
    try write.validate()
    switch write {
    case .create(let new, let completion): return success(try create(new), completion)
    case .claim(let claim, let completion): return success(try apply(claim), completion)
    case .update(let update, let completion): return success(try apply(update), completion)
    case .end(let revision, let reason, let until, let completion):
      try check(revision)
      end(revision.id, reason: reason, until: until)
      return success((), completion)
    case .delete(let revision, let completion):
      try check(revision)
      remove(revision.id)
      return success((), completion)
    case .expire(let expiry, let completion): return success(expire(expiry), completion)
    case .recordCrash(let crash, let completion): return success(try recordCrash(crash), completion)
    case .release(let id, let time, let completion):
      return success(try release(id, at: time), completion)
    case .probe(let completion): return success((), completion)
    }
  }

  private mutating func create(_ new: NewSession) throws(StorageError) -> SessionRevision {
    let header = new.session.header
    if let known = rows[header.id], known.session == new.session,
      new.answer.map({ answers[$0.key] == $0 }) ?? true
    {
      return header.revision
    }
    guard rows[header.id] == nil, tombstones[header.id] == nil else { throw .exists }
    try check(new.answer)
    rows[header.id] = Row(session: new.session, journal: [])
    rows[header.id]?.append(new.journal)
    move(header.id, from: nil, to: header.expires)
    for key in new.removedAnswers { remove(key) }
    store(new.answer)
    return header.revision
  }

  private mutating func apply(_ claim: SessionClaim) throws(StorageError) -> ClaimedSession {
    let session = try row(claim.id).session
    if let crash = session.header.crashes.quarantined { throw .quarantined(since: crash) }
    try claim.check(against: session.header)
    rows[claim.id]?.session.header.epoch += 1
    rows[claim.id]?.session.header.node = claim.node
    return ClaimedSession(
      session: try row(claim.id).session,
      journal: try journal(
        claim.id, from: claim.firstVersion(upTo: session.header.version), limit: claim.entryLimit,
        snapshots: true))
  }

  private mutating func recordCrash(_ crash: SessionCrash) throws(StorageError) -> Bool {
    var header = try row(crash.id).session.header
    header.note(crash)
    rows[crash.id]?.session.header = header
    return header.crashes.quarantined != nil
  }

  private mutating func release(
    _ id: String, at time: StorageTime
  ) throws(StorageError) -> Bool {
    var header = try row(id).session.header
    let wasQuarantined = header.crashes.quarantined != nil
    let expires = header.expires
    header.release(at: time)
    move(id, from: expires, to: header.expires)
    rows[id]?.session.header = header
    return wasQuarantined
  }

  private mutating func apply(_ update: SessionUpdate) throws(StorageError) -> SessionRevision {
    let id = update.revision.id
    do throws(StorageError) {
      try check(update.revision)
    } catch {
      return try result(of: update, orElse: error)
    }
    for answer in update.newAnswers { try check(answer) }
    var row = try row(id)
    rows[id] = nil  // So that the journal is not copied.
    if let expires = update.expires {
      move(id, from: row.session.header.expires, to: expires)
      row.session.header.expires = expires
    }
    row.session.header.version = update.result.version
    if let fingerprint = update.fingerprint { row.session.header.fingerprint = fingerprint }
    if let isPending = update.isPending { row.session.header.isPending = isPending }
    if let metadata = update.metadata { row.session.metadata = metadata }
    if let state = update.state { row.session.state = state }
    row.append(update.entries)
    if let retention = update.retention { row.trim(retention) }
    rows[id] = row
    for key in update.removedAnswers { remove(key) }
    for answer in update.answers { store(answer) }
    return update.result
  }

  private mutating func expire(_ expiry: StorageWrite.Expiry) -> ExpiredSessions {
    var room = expiry.limit
    var ids: [String] = []
    for minute in minutes.keys.filter({ $0 <= expiry.now.minute }).sorted() where room > 0 {
      let due = (minutes[minute] ?? []).filter { id in
        rows[id].map { $0.session.header.hasExpired(at: expiry.now) } ?? false
      }
      for id in due.prefix(room) {
        end(id, reason: StorageWrite.expiredReason, until: expiry.rememberedUntil)
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
        remove(key)
        room -= 1
      }
    }
    return ExpiredSessions(ids: ids, hasMore: room == 0)
  }
}

// MARK: Queries

extension MemoryTables {
  /// Runs a query.
  ///
  /// - Returns: A closure that calls the query's completion.
  /// - Complexity: O(*n* log *n*) in the number of sessions for lists, otherwise O(*n*) in the size
  ///   of the result.
  func run(_ query: StorageQuery) throws(StorageError) -> (@Sendable () -> Void) {
    try query.validate()
    switch query {
    case .session(let id, let completion): return success(try row(id).session, completion)
    case .ownership(let id, let completion): return success(try ownership(id), completion)
    case .journal(let id, let version, let limit, let snapshots, let completion):
      return success(
        try journal(id, from: version, limit: limit, snapshots: snapshots), completion)
    case .answer(let key, let time, let completion):
      return success(answers[key].flatMap { $0.expires > time ? $0 : nil }, completion)
    case .answers(let scope, let time, let limit, let completion):
      let known = (answerKeys[scope] ?? []).compactMap { answers[$0] }.filter { $0.expires > time }
      let sorted = known.sorted { ($0.created, $0.key.key) < ($1.created, $1.key.key) }
      return success(Array(sorted.suffix(limit)), completion)
    case .sessions(.id, let cursor, let limit, let completion):
      return success(byID(after: cursor, limit), completion)
    case .sessions(.pending, let cursor, let limit, let completion):
      return success(pending(after: cursor, limit), completion)
    case .sessions(.owner(let owner), let cursor, let limit, let completion):
      return success(owned(by: owner, after: cursor, limit), completion)
    case .sessions(.expiry, let cursor, let limit, let completion):
      return success(try byExpiry(after: cursor, limit), completion)
    case .ids(let prefix, let limit, let completion):
      let ids = Set(rows.keys).union(tombstones.keys).filter { $0.utf8.starts(with: prefix.utf8) }
      return success(Array(ids.sorted().prefix(limit)), completion)
    case .usage(let owner, let answers, let completion):
      return success(usage(of: owner, answers), completion)
    case .count(let completion): return success(rows.count, completion)
    case .quarantineCount(let completion):
      let count = rows.values.count { $0.session.header.crashes.quarantined != nil }
      return success(count, completion)
    case .statistics(let completion):
      let statistics = StorageStatistics(
        sessions: rows.count, ended: tombstones.count,
        answers: answers.keys.count { !$0.key.hasSuffix(AnswerKey.contentSuffix) },
        bytes: byteCount)
      return success(statistics, completion)
    case .shapes(let completion):
      var counts = ShapeCounts()
      for row in rows.values {
        let header = row.session.header
        counts.count(feature: header.feature, fingerprint: header.fingerprint)
      }
      return success(counts.shapes, completion)
    }
  }

  private func ownership(_ id: String) throws(StorageError) -> SessionOwnership {
    if let tombstone = tombstones[id] {
      return SessionOwnership(
        feature: tombstone.feature, owner: tombstone.owner, endReason: tombstone.reason)
    }
    let session = try row(id).session
    return SessionOwnership(
      feature: session.header.feature, owner: session.header.owner, metadata: session.metadata)
  }

  private func journal(
    _ id: String, from version: UInt64, limit: Int, snapshots: Bool
  ) throws(StorageError) -> JournalPage {
    let row = try row(id)
    let journal = row.journal
    var page: [JournalEntry] = []
    if let first = journal.first?.version {
      let skipped = version <= first ? 0 : Int(min(version - first, UInt64(journal.count)))
      page = Array(journal.dropFirst(skipped).prefix(limit))
    }
    if !snapshots {
      for index in page.indices { page[index].snapshot = nil }
    }
    return JournalPage(
      entries: page, oldest: journal.first?.version, latest: row.session.header.version)
  }

  private func isOwned(_ header: SessionHeader, by owner: String) -> Bool {
    header.owner.map { $0.utf8.elementsEqual(owner.utf8) } ?? false
  }

  private func owned(
    by owner: String, after cursor: StorageCursor?, _ limit: Int
  ) -> SessionPage {
    let ids = rows.filter { id, row in
      isOwned(row.session.header, by: owner) && (cursor.map { $0.text < id } ?? true)
    }.keys
    return page(ids.sorted(), limit) { $0 }
  }

  private func usage(of owner: String, _ prefix: AnswerKey?) -> OwnerUsage {
    let rows = rows.values.filter { isOwned($0.session.header, by: owner) }
    let bytes = rows.reduce(0) { sum, row in
      sum + row.session.state.count + row.journal.reduce(0) { $0 + $1.byteCount }
    }
    let ofSessions = rows.flatMap { answerKeys[$0.session.header.id] ?? [] }
    let others = (prefix.flatMap { answerKeys[$0.scope] } ?? [])
      .filter { $0.key.utf8.starts(with: prefix?.key.utf8 ?? "".utf8) }
    let answerBytes = (ofSessions + others).reduce(0) { sum, key in
      sum + key.key.utf8.count + (answers[key]?.body.count ?? 0)
    }
    return OwnerUsage(sessions: rows.count, bytes: bytes + answerBytes)
  }

  private func byID(after cursor: StorageCursor?, _ limit: Int) -> SessionPage {
    let ids = rows.keys.filter { id in cursor.map { $0.text < id } ?? true }
    return page(ids.sorted(), limit) { $0 }
  }

  private func pending(after cursor: StorageCursor?, _ limit: Int) -> SessionPage {
    let ids = rows.values.map(\.session.header).filter { header in
      header.isPending && header.crashes.quarantined == nil
        && cursor.map { $0.text < header.id } ?? true
    }
    return page(ids.map(\.id).sorted(), limit) { $0 }
  }

  private func byExpiry(
    after cursor: StorageCursor?, _ limit: Int
  ) throws(StorageError) -> SessionPage {
    var start: (minute: Int64, id: String)?
    if let cursor {
      let parts = cursor.text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let minute = Int64(parts[0]) else {
        throw .invalid("the cursor \(cursor.text)")
      }
      start = (minute, String(parts[1]))
    }
    var ids: [String] = []
    for minute in minutes.keys.sorted() {
      if let start, minute < start.minute { continue }
      let later = (minutes[minute] ?? []).filter { id in
        guard let start, minute == start.minute else { return true }
        return start.id < id
      }
      ids += later.sorted()
      if ids.count > limit { break }
    }
    return page(ids, limit) { "\(rows[$0]?.session.header.expires.minute ?? 0):\($0)" }
  }

  private func page(_ ids: [String], _ limit: Int, cursor: (String) -> String) -> SessionPage {
    let page = ids.prefix(limit)
    let next = ids.count > limit ? page.last.map { StorageCursor(text: cursor($0)) } : nil
    return SessionPage(sessions: page.compactMap { rows[$0]?.session.header }, next: next)
  }

  private var byteCount: Int {
    rows.values.reduce(answers.values.reduce(0) { $0 + $1.body.count }) { sum, row in
      sum + row.session.state.count + row.session.metadata.count
        + row.journal.reduce(0) { $0 + $1.byteCount }
    }
  }
}

/// Returns a closure that completes a write or a query.
private func success<Value: Sendable>(
  _ value: Value, _ completion: @escaping StorageCompletion<Value>
) -> (@Sendable () -> Void) {
  { completion(.success(value)) }
}
