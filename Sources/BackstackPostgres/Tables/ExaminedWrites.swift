#if PostgreSQL

import BackstackStorage

/// The writes of a round that are examined: what has to be locked and read for them, and, once it is
/// read, what each has to do.
struct ExaminedWrites {
  private let writes: [StorageWrite]

  private var sessions: [String: StoredSession] = [:]
  /// The reasons of ended sessions that are remembered.
  private var endReasons: [String: String] = [:]
  private var answers: [AnswerKey: StoredAnswer] = [:]
  /// For each write, the entries that were read for it.
  private var pages: [JournalPage?] = []

  /// - Parameter writes: At most one of each session.
  init(_ writes: [StorageWrite]) { self.writes = writes }

  // MARK: Reading

  /// The commands that lock and read.
  var reading: [PostgresCommand] {
    let ids = PostgresValue.texts(writes.compactMap(\.sessionID))
    let keys = writes.flatMap(\.answerKeys)
    var commands = [
      PostgresCommand(.lock, [ids]), PostgresCommand(.locked, [ids]),
      PostgresCommand(.ended, [ids]),
      PostgresCommand(
        .lockAnswers,
        [
          .byteStrings(keys.map { Array($0.scope.utf8) }),
          .byteStrings(keys.map { Array($0.key.utf8) }),
        ]),
    ]
    for write in writes {
      switch write {
      case .claim(let claim, _):
        commands.append(
          PostgresCommand(.tail, [.text(claim.id), .integer(Int64(clamping: claim.entryLimit))]))
      case .update(let update, _):
        commands.append(
          PostgresCommand(
            .entry, [.text(update.revision.id), .integer(Int64(clamping: update.result.version))]))
      default: break
      }
    }
    return commands
  }

  /// Takes the results of ``reading``.
  ///
  /// - Throws: ``StorageError/corrupted(_:)`` if the tables have impossible values.
  mutating func take(_ results: ArraySlice<PostgresResult>) throws(StorageError) {
    var results = results
    let positions = results.removeFirst()
    try takeSessions(results.removeFirst(), positions)
    let ended = results.removeFirst()
    for row in 0..<ended.count {
      if let id = ended.text(row, 0) { endReasons[id] = ended.text(row, 1) ?? "" }
    }
    let kept = results.removeFirst()
    for row in 0..<kept.count {
      let answer = try kept.answer(row)
      answers[answer.key] = answer
    }
    for write in writes {
      switch write {
      case .claim, .update: pages.append(try page(results.removeFirst(), of: write.sessionID))
      default: pages.append(nil)
      }
    }
  }

  private mutating func takeSessions(
    _ result: PostgresResult, _ positions: PostgresResult
  ) throws(StorageError) {
    var rows: [String: Int] = [:]
    for row in 0..<result.count {
      if let id = result.text(row, 0) { rows[id] = row }
    }
    for row in 0..<positions.count {
      guard let id = positions.text(row, 0) else { continue }
      // The position is locked, so that nobody removes the session.
      guard let other = rows[id] else { throw .unreadableRecord(id: id) }
      guard let state = result.bytes(other, 10) else { throw .unreadableRecord(id: id) }
      let header = SessionHeader(
        id: id, feature: result.text(other, 1) ?? "", owner: result.text(other, 2),
        fingerprint: positions.text(row, 4) ?? "",
        created: StorageTime(milliseconds: try result.required(other, 3)),
        expires: StorageTime(milliseconds: try result.required(other, 4)),
        timeToLive: try result.required(other, 5), version: try positions.number(row, 3),
        epoch: try positions.number(row, 2), node: try positions.number(row, 1),
        crashes: result.crashes(other, 7), isPending: result.integer(other, 6) != 0)
      sessions[id] = StoredSession(
        header: header, metadata: result.bytes(other, 9) ?? [], state: state)
    }
  }

  private func page(
    _ result: PostgresResult, of id: String?
  ) throws(StorageError) -> JournalPage {
    try result.page(latest: id.flatMap { sessions[$0]?.header.version } ?? 0, from: 0)
  }

  // MARK: Deciding

  /// The commands of a write, and its completion once they are committed.
  struct Decision {
    let commands: [PostgresCommand]
    let complete: @Sendable () -> Void

    fileprivate init<Value: Sendable>(
      _ value: Value, _ completion: @escaping StorageCompletion<Value>,
      _ commands: [PostgresCommand] = []
    ) {
      self.commands = commands
      complete = { completion(.success(value)) }
    }
  }

  /// Decides on a write.
  ///
  /// - Parameter isRetry: Whether the write may have been committed before: then an end or a removal
  ///   that finds the session gone was.
  /// - Throws: The refusal of the write.
  mutating func decide(_ index: Int, isRetry: Bool) throws(StorageError) -> Decision {
    switch writes[index] {
    case .create(let new, let completion): try create(new, completion)
    case .claim(let claim, let completion):
      try self.claim(claim, pages[index], isRetry: isRetry, completion)
    case .update(let update, let completion): try self.update(update, pages[index], completion)
    case .end(let revision, let reason, let until, let completion):
      try remove(
        revision, isDone: isRetry && endReasons[revision.id] == reason,
        .remove(revision.id, reason: reason, until: until), completion)
    case .delete(let revision, let completion):
      try remove(
        revision,
        isDone: isRetry && sessions[revision.id] == nil
          && endReasons[revision.id] == nil, .remove(revision.id), completion)
    case .recordCrash(let crash, let completion): try recordCrash(crash, completion)
    case .release(let id, let time, let completion): try release(id, at: time, completion)
    case .expire: throw .invalid("an expiry among the writes to sessions")
    case .probe(let completion): Decision((), completion)
    }
  }

  /// - Throws: ``StorageError/notFound`` or ``StorageError/ended(reason:)``.
  private func existing(_ id: String) throws(StorageError) -> StoredSession {
    if let session = sessions[id] { return session }
    if let reason = endReasons[id] { throw .ended(reason: reason) }
    throw .notFound
  }

  private func check(_ revision: SessionRevision) throws(StorageError) {
    try revision.check(against: try existing(revision.id).header)
  }

  private func check(_ answer: StoredAnswer) throws(StorageError) {
    guard let stored = answers[answer.key], stored.expires > answer.created, stored != answer else {
      return
    }
    throw .answerExists
  }

  private mutating func create(
    _ new: NewSession, _ completion: @escaping StorageCompletion<SessionRevision>
  ) throws(StorageError) -> Decision {
    let header = new.session.header
    if let known = sessions[header.id], known == new.session,
      new.answer.map({ answers[$0.key] == $0 }) ?? true
    {
      return Decision(header.revision, completion)
    }
    guard sessions[header.id] == nil, endReasons[header.id] == nil else { throw .exists }
    if let answer = new.answer { try check(answer) }
    var commands = new.removedAnswers.map { PostgresCommand.remove($0) }
    for key in new.removedAnswers { answers[key] = nil }
    commands.append(.create(new))
    if let answer = new.answer { commands.append(store(answer)) }
    return Decision(header.revision, completion, commands)
  }

  /// Stores an answer, of which the following writes of the round know.
  private mutating func store(_ answer: StoredAnswer) -> PostgresCommand {
    let replaces = answers[answer.key] != nil
    answers[answer.key] = answer
    return .store(answer, replaces: replaces)
  }

  private func claim(
    _ claim: SessionClaim, _ page: JournalPage?, isRetry: Bool,
    _ completion: @escaping StorageCompletion<ClaimedSession>
  ) throws(StorageError) -> Decision {
    var session = try existing(claim.id)
    if let crash = session.header.crashes.quarantined { throw .quarantined(since: crash) }
    do throws(StorageError) {
      try claim.check(against: session.header)
    } catch {
      // The claim itself may have changed what its right refers to.
      guard isRetry, session.header.node == claim.node else { throw error }
      throw .unavailable("it is unknown whether the session was claimed")
    }
    session.header.epoch += 1
    session.header.node = claim.node
    let journal = page ?? JournalPage(entries: [], oldest: nil, latest: session.header.version)
    return Decision(
      ClaimedSession(session: session, journal: journal), completion,
      [
        PostgresCommand(
          .claim,
          [
            .text(claim.id), .integer(Int64(clamping: session.header.epoch)),
            .integer(Int64(clamping: claim.node)),
          ])
      ])
  }

  private mutating func update(
    _ update: SessionUpdate, _ page: JournalPage?,
    _ completion: @escaping StorageCompletion<SessionRevision>
  ) throws(StorageError) -> Decision {
    do throws(StorageError) {
      try check(update.revision)
    } catch {
      switch error {
      case .fenced, .versionConflict: break
      default: throw error
      }
      let page = page ?? JournalPage(entries: [], oldest: nil, latest: 0)
      return Decision(try update.resultIfStored(page, orElse: error), completion)
    }
    for answer in update.newAnswers { try check(answer) }
    var commands = update.removedAnswers.map { PostgresCommand.remove($0) }
    for key in update.removedAnswers { answers[key] = nil }
    var own = update
    own.answers = []
    commands.append(.update(own))
    for answer in update.answers { commands.append(store(answer)) }
    if let retention = update.retention { commands.append(.trim(update.revision.id, retention)) }
    return Decision(update.result, completion, commands)
  }

  private func remove(
    _ revision: SessionRevision, isDone: Bool, _ command: PostgresCommand,
    _ completion: @escaping StorageCompletion<Void>
  ) throws(StorageError) -> Decision {
    if isDone { return Decision((), completion) }
    try check(revision)
    return Decision((), completion, [command])
  }

  private func recordCrash(
    _ crash: SessionCrash, _ completion: @escaping StorageCompletion<Bool>
  ) throws(StorageError) -> Decision {
    var header = try existing(crash.id).header
    header.note(crash)
    return Decision(header.crashes.quarantined != nil, completion, [.setCrashes(header)])
  }

  private func release(
    _ id: String, at time: StorageTime, _ completion: @escaping StorageCompletion<Bool>
  ) throws(StorageError) -> Decision {
    var header = try existing(id).header
    let wasQuarantined = header.crashes.quarantined != nil
    header.release(at: time)
    return Decision(wasQuarantined, completion, [.setCrashes(header)])
  }
}

extension StorageWrite {
  /// The keys of the answers that the write keeps or removes.
  fileprivate var answerKeys: [AnswerKey] {
    switch self {
    case .create(let new, _): (new.answer.map { [$0.key] } ?? []) + new.removedAnswers
    case .update(let update, _): update.answers.map(\.key) + update.removedAnswers
    default: []
    }
  }
}

extension PostgresResult {
  /// Returns the answer of a row that begins with `scope, key, created, expires, body`.
  func answer(_ row: Int) throws(StorageError) -> StoredAnswer {
    StoredAnswer(
      key: AnswerKey(scope: text(row, 0) ?? "", key: text(row, 1) ?? ""),
      created: StorageTime(milliseconds: try required(row, 2)),
      expires: StorageTime(milliseconds: try required(row, 3)), body: bytes(row, 4) ?? [])
  }

  /// Returns the entry of a row that has `version, epoch, time, record, snapshot` from a column on.
  func entry(_ row: Int, _ column: Int) throws(StorageError) -> JournalEntry {
    JournalEntry(
      version: try number(row, column), epoch: try number(row, column + 1),
      time: StorageTime(milliseconds: try required(row, column + 2)),
      record: bytes(row, column + 3) ?? [], snapshot: bytes(row, column + 4))
  }

  /// Returns the page whose rows have the version of the journal's oldest entry and an entry, or null
  /// in place of an entry, from a column on.
  func page(latest: UInt64, from column: Int) throws(StorageError) -> JournalPage {
    var page = JournalPage(entries: [], oldest: nil, latest: latest)
    for row in 0..<count {
      if !isNull(row, column) { page.oldest = try number(row, column) }
      if !isNull(row, column + 1) { page.entries.append(try entry(row, column + 1)) }
    }
    return page
  }

  /// Returns the crashes of a row that has `crashed, quarantined` from a column on.
  func crashes(_ row: Int, _ column: Int) -> SessionCrashes {
    SessionCrashes(
      last: integer(row, column).map { StorageTime(milliseconds: $0) },
      quarantined: integer(row, column + 1).map { StorageTime(milliseconds: $0) })
  }
}

#endif
