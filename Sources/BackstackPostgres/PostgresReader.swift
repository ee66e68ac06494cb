#if PostgreSQL

import BackstackStorage

/// A thread that runs the queries of a storage.
struct PostgresReader {
  let queue: WorkQueue<StorageQuery>
  let link: PostgresLink

  /// Runs until the queue is closed and empty.
  func run() {
    while true {
      let queries = queue.take(count: 1)
      if queries.isEmpty { return }
      for query in queries { run(query) }
    }
  }

  private func run(_ query: StorageQuery) {
    do throws(StorageError) {
      try query.validate()
      try answer(query)
    } catch {
      query.fail(with: error)
    }
  }

  private func answer(_ query: StorageQuery) throws(StorageError) {
    switch query {
    case .session(let id, let completion):
      completion(.success(try session(id)))
    case .ownership(let id, let completion):
      completion(.success(try ownership(id)))
    case .journal(let id, let version, let limit, let snapshots, let completion):
      completion(.success(try journal(id, from: version, limit: limit, snapshots: snapshots)))
    case .answer(let key, let time, let completion):
      completion(.success(try answer(key, time)))
    case .answers(let scope, let time, let limit, let completion):
      let values: [PostgresValue] = [
        .utf8(scope), .integer(time.milliseconds), .integer(Int64(limit)),
      ]
      let result = try result(.answers, values)
      completion(
        .success(
          try (0..<result.count).reversed().map { (row) throws(StorageError) in
            try result.answer(row)
          }))
    case .sessions(let order, let cursor, let limit, let completion):
      completion(.success(try page(order, cursor, limit)))
    case .ids(let prefix, let limit, let completion):
      completion(.success(try ids(prefix, limit)))
    case .usage(let owner, let answers, let completion):
      // No scope is empty.
      let result = try result(
        .usage, [.utf8(owner), .utf8(answers?.scope ?? ""), .utf8(answers?.key ?? "")])
      completion(
        .success(OwnerUsage(sessions: try result.count(0), bytes: try result.count(1))))
    case .count(let completion): completion(.success(try result(.count).count(0)))
    case .quarantineCount(let completion):
      completion(.success(try result(.quarantineCount).count(0)))
    case .statistics(let completion):
      let result = try result(.statistics)
      completion(
        .success(
          StorageStatistics(
            sessions: try result.count(0), ended: try result.count(1),
            answers: try result.count(2), bytes: try result.count(3))))
    case .shapes(let completion): completion(.success(try shapes()))
    }
  }

  private func result(
    _ statement: PostgresStatement, _ values: [PostgresValue] = []
  ) throws(StorageError) -> PostgresResult {
    try results([PostgresCommand(statement, values)])[0]
  }

  private func results(_ commands: [PostgresCommand]) throws(StorageError) -> [PostgresResult] {
    try link.use { (connection, _) throws(PostgresFailure) in try connection.run(commands) }
  }

  /// Returns why there is no such session.
  private func absence(_ ended: PostgresResult) -> StorageError {
    ended.count > 0 ? .ended(reason: ended.text(0, 1) ?? "") : .notFound
  }

  private func session(_ id: String) throws(StorageError) -> StoredSession {
    guard id.isStorable else { throw .notFound }
    let results = try results([
      PostgresCommand(.session, [.text(id)]), PostgresCommand(.ended, [.texts([id])]),
    ])
    guard results[0].count > 0 else { throw absence(results[1]) }
    guard let state = results[0].bytes(0, 14) else { throw .unreadableRecord(id: id) }
    return StoredSession(
      header: try results[0].header(0), metadata: results[0].bytes(0, 13) ?? [], state: state)
  }

  private func ownership(_ id: String) throws(StorageError) -> SessionOwnership {
    guard id.isStorable else { throw .notFound }
    let result = try result(.ownership, [.text(id)])
    guard result.count > 0 else { throw .notFound }
    return SessionOwnership(
      feature: result.text(0, 0) ?? "", owner: result.text(0, 1),
      metadata: result.bytes(0, 2) ?? [], endReason: result.text(0, 3))
  }

  private func journal(
    _ id: String, from version: UInt64, limit: Int, snapshots: Bool
  ) throws(StorageError) -> JournalPage {
    guard id.isStorable else { throw .notFound }
    let results = try results([
      PostgresCommand(
        .journal,
        [
          .text(id), .integer(Int64(clamping: version)), .integer(Int64(limit)),
          .boolean(snapshots),
        ]), PostgresCommand(.ended, [.texts([id])]),
    ])
    guard results[0].count > 0 else { throw absence(results[1]) }
    return try results[0].page(latest: try results[0].number(0, 0), from: 1)
  }

  private func answer(
    _ key: AnswerKey, _ time: StorageTime
  ) throws(StorageError) -> StoredAnswer? {
    let result = try result(
      .answer, [.utf8(key.scope), .utf8(key.key), .integer(time.milliseconds)])
    return result.count > 0 ? try result.answer(0) : nil
  }

  private func page(
    _ order: SessionOrder, _ cursor: StorageCursor?, _ limit: Int
  ) throws(StorageError) -> SessionPage {
    // One more than the limit shows whether there are more.
    let maximum = PostgresValue.integer(limit == .max ? .max : Int64(limit) + 1)
    let result: PostgresResult
    switch order {
    case .owner(let owner):
      let start = try idStart(cursor)
      result = try self.result(.byOwner, [.utf8(owner), .text(start), maximum])
    case .id, .pending:
      let start = try idStart(cursor)
      result = try self.result(order == .id ? .byID : .pending, [.text(start), maximum])
    case .expiry:
      let start = try expiryStart(cursor)
      result = try self.result(.byExpiry, [.integer(start.minute), .text(start.id), maximum])
    }
    var page = SessionPage(sessions: [], next: nil)
    for row in 0..<min(result.count, limit) { page.sessions.append(try result.header(row)) }
    if result.count > limit, let last = page.sessions.last {
      page.next = StorageCursor(
        text: order == .expiry ? "\(last.expires.minute):\(last.id)" : last.id)
    }
    return page
  }

  private func idStart(_ cursor: StorageCursor?) throws(StorageError) -> String {
    let start = cursor?.text ?? ""
    guard start.isEmpty || start.isStorable else { throw .invalid("the cursor \(start)") }
    return start
  }

  private func expiryStart(
    _ cursor: StorageCursor?
  ) throws(StorageError) -> (minute: Int64, id: String) {
    guard let cursor else { return (.min, "") }
    let parts = cursor.text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let minute = Int64(parts[0]), String(parts[1]).isStorable else {
      throw .invalid("the cursor \(cursor.text)")
    }
    return (minute, String(parts[1]))
  }

  private func ids(_ prefix: String, _ limit: Int) throws(StorageError) -> [String] {
    guard prefix.isEmpty || prefix.isStorable else { return [] }
    // Ids have no character that sorts after the appended one.
    let result = try result(
      .ids, [.text(prefix), .text(prefix + "\u{7F}"), .integer(Int64(limit))])
    return (0..<result.count).compactMap { result.text($0, 0) }
  }

  private func shapes() throws(StorageError) -> [StoredShape] {
    let result = try result(.shapes)
    var shapes: [StoredShape] = []
    for row in 0..<result.count {
      shapes.append(
        StoredShape(
          feature: result.text(row, 0) ?? "", fingerprint: result.text(row, 1) ?? "",
          sessions: Int(clamping: try result.required(row, 2))))
    }
    return shapes.sorted { ($0.feature, $0.fingerprint) < ($1.feature, $1.fingerprint) }
  }
}

extension String {
  /// Whether an id or its beginning can be this text: visible ASCII characters.
  fileprivate var isStorable: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

extension PostgresResult {
  /// Returns the number in a column of the first row.
  fileprivate func count(_ column: Int) throws(StorageError) -> Int {
    Int(clamping: try required(0, column))
  }

  /// Returns the header of a row that begins with its columns.
  fileprivate func header(_ row: Int) throws(StorageError) -> SessionHeader {
    SessionHeader(
      id: text(row, 0) ?? "", feature: text(row, 1) ?? "", owner: text(row, 2),
      fingerprint: text(row, 3) ?? "", created: StorageTime(milliseconds: try required(row, 4)),
      expires: StorageTime(milliseconds: try required(row, 5)),
      timeToLive: try required(row, 6), version: try number(row, 7), epoch: try number(row, 8),
      node: try number(row, 9), crashes: crashes(row, 10), isPending: integer(row, 12) != 0)
  }
}

#endif
