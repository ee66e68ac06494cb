extension MemoryTables {
  /// Returns the result of a query.
  ///
  /// - Complexity: O(*n* log *n*) in the number of sessions for lists, otherwise O(*n*) in the size
  ///   of the result.
  func result(of query: StorageQuery) throws(StorageError) -> StorageResult {
    try query.validate()
    switch query {
    case .session(let id): return .session(try row(id).session)
    case .ownership(let id): return .ownership(try ownership(id))
    case .journal(let id, let version, let limit, let snapshots):
      return .journal(try journal(id, from: version, limit: limit, snapshots: snapshots))
    case .answer(let key, let time):
      return .answer(answers[key].flatMap { $0.expires > time ? $0 : nil })
    case .sessions(.id, let cursor, let limit): return .sessions(byID(after: cursor, limit))
    case .sessions(.expiry, let cursor, let limit):
      return .sessions(try byExpiry(after: cursor, limit))
    case .ids(let prefix, let limit):
      let ids = Set(rows.keys).union(tombstones.keys).filter { $0.utf8.starts(with: prefix.utf8) }
      return .ids(Array(ids.sorted().prefix(limit)))
    case .usage(let owner): return .usage(usage(of: owner))
    case .count: return .count(rows.count)
    case .quarantineCount:
      return .count(rows.values.count { $0.session.header.crashes.quarantined != nil })
    case .statistics:
      return .statistics(
        StorageStatistics(
          sessions: rows.count, ended: tombstones.count, answers: answers.count, bytes: byteCount))
    case .shapes:
      var counts = ShapeCounts()
      for row in rows.values {
        let header = row.session.header
        counts.count(feature: header.feature, fingerprint: header.fingerprint)
      }
      return .shapes(counts.shapes)
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

  private func usage(of owner: String) -> OwnerUsage {
    let rows = rows.values.filter {
      $0.session.header.owner.map { $0.utf8.elementsEqual(owner.utf8) } ?? false
    }
    let bytes = rows.reduce(0) { sum, row in
      sum + row.session.state.count + row.journal.reduce(0) { $0 + $1.byteCount }
    }
    return OwnerUsage(sessions: rows.count, bytes: bytes)
  }

  private func byID(after cursor: StorageCursor?, _ limit: Int) -> SessionPage {
    let ids = rows.keys.filter { id in cursor.map { $0.text < id } ?? true }
    return page(ids.sorted(), limit) { $0 }
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
