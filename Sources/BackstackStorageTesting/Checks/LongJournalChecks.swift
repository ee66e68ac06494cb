import BackstackStorage

extension StorageConformance {
  static let longJournalChecks = [
    StorageCheck("A long journal is read from every version") { subject in
      let entries = try await writeLongJournals(of: ["a", "b"], in: subject)
      try await subject.reopen()
      for from in 0...UInt64(entries.count) {
        for limit in [1, 31, 32, 33, 64, 100, .max] {
          let page = try await subject.storage.journal(of: "b", from: from, limit: limit)
          try subject.expect(page.entries, is: Array(entries.dropFirst(Int(from)).prefix(limit)))
          try subject.expect(page.oldest, is: 0)
        }
      }
    },
    StorageCheck("A long journal can be trimmed to any length") { subject in
      let storage = subject.storage
      let entries = try await writeLongJournals(of: ["a", "b"], in: subject)
      let last = UInt64(entries.count - 1)
      let revision = SessionRevision(id: "a", epoch: 1, version: last)
      for oldest in 1...last {
        let kept = Array(entries[Int(oldest)...])
        let bytes = kept.reduce(0) { $0 + $1.byteCount }
        let retention =
          switch oldest % 3 {
          case 0: JournalRetention(count: kept.count)
          case 1: JournalRetention(bytes: bytes)
          default: JournalRetention(since: kept[0].time)
          }
        try await storage.update(SessionUpdate(revision, retention: retention))
        let page = try await storage.journal(of: "a", limit: .max)
        try subject.expect(page, is: JournalPage(entries: kept, oldest: oldest, latest: last))
        // A page that starts just before the cut.
        let first = try await storage.journal(of: "a", from: oldest - 1, limit: 1)
        try subject.expect(first.entries, is: [kept[0]])
      }
      let other = try await storage.journal(of: "b", limit: .max)
      try subject.expect(other.entries, is: entries)
    },
    StorageCheck("A journal continues after it was trimmed to its last entry") { subject in
      let storage = subject.storage
      var entries = try await writeLongJournals(of: ["a", "b"], in: subject)
      var revision = SessionRevision(id: "a", epoch: 1, version: UInt64(entries.count - 1))
      try await storage.update(SessionUpdate(revision, retention: .init(count: 1)))
      entries = [entries[entries.count - 1]]
      for step in 0..<50 as Range<UInt64> {
        let next = JournalEntry.sample(revision.version + 1, snapshot: step % 2 == 0 ? [1] : nil)
        revision = try await storage.update(SessionUpdate(revision, entries: [next]))
        entries.append(next)
      }
      try await subject.reopen()
      let page = try await subject.storage.journal(of: "a", limit: .max)
      try subject.expect(page.entries, is: entries)
    },
  ]

  /// Writes journals in turns: one entry, then two, and so on. Some entries are large.
  ///
  /// - Returns: The entries of each journal.
  private static func writeLongJournals(
    of ids: [String], in subject: StorageSubject
  ) async throws -> [JournalEntry] {
    let entries = (0..<137).map { version in
      JournalEntry.sample(
        version, size: version % 40 == 17 ? 5000 : 8,
        snapshot: version % 3 == 0 ? [UInt8(version)] : nil)
    }
    for id in ids {
      try await subject.storage.create(NewSession(.sample(id), journal: [entries[0]]))
    }
    var revision = SessionRevision(id: "", epoch: 1, version: 0)
    var count = 1
    while revision.version < 136 {
      let first = Int(revision.version) + 1
      let next = Array(entries[first...].prefix(count))
      for id in ids {
        revision.id = id
        try await subject.storage.update(SessionUpdate(revision, entries: next))
      }
      revision.version += UInt64(next.count)
      count = count % 40 + 1
    }
    return entries
  }
}
