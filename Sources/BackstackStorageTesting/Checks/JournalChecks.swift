import BackstackStorage

extension StorageConformance {
  static let journalChecks = [
    StorageCheck("A journal is read in pages") { subject in
      let storage = subject.storage
      let entries = (3...30).map { version in
        JournalEntry.sample(
          version, snapshot: version % 3 == 0 ? [UInt8(version), 0] : version % 3 == 1 ? [] : nil)
      }
      try await storage.create(NewSession(.sample(version: 20), journal: Array(entries[..<18])))
      try await storage.update(
        SessionUpdate(.init(id: "a", epoch: 1, version: 20), entries: Array(entries[18...])))
      func page(
        _ from: UInt64, _ limit: Int, snapshots: Bool = true
      ) async throws -> [JournalEntry] {
        let page = try await storage.journal(
          of: "a", from: from, limit: limit, snapshots: snapshots)
        try subject.expect(page.oldest, is: 3)
        try subject.expect(page.latest, is: 30)
        return page.entries
      }
      try subject.expect(try await page(0, .max), is: entries)
      try subject.expect(try await page(0, 5), is: Array(entries[..<5]))
      try subject.expect(try await page(3, 1), is: [entries[0]])
      try subject.expect(try await page(8, 5), is: Array(entries[5..<10]))
      try subject.expect(try await page(29, 5), is: Array(entries[26...]))
      try subject.expect(try await page(31, 5), is: [])
      try subject.expect(try await page(.max, 5), is: [])
      let bare = entries.map { entry in
        JournalEntry(version: entry.version, time: entry.time, record: entry.record)
      }
      try subject.expect(try await page(0, .max, snapshots: false), is: bare)
    },
    StorageCheck("A journal can be empty") { subject in
      try await subject.storage.create(NewSession(.sample(version: 4)))
      let page = try await subject.storage.journal(of: "a", limit: 9)
      try subject.expect(page, is: JournalPage(entries: [], oldest: nil, latest: 4))
      // Trimming an empty journal works, too.
      try await subject.storage.update(
        SessionUpdate(.init(id: "a", epoch: 1, version: 4), retention: .init(count: 1)))
      try await subject.storage.update(.step(.init(id: "a", epoch: 1, version: 4)))
      let next = try await subject.storage.journal(of: "a", limit: 9)
      try subject.expect(next, is: JournalPage(entries: [.sample(5)], oldest: 5, latest: 5))
    },
    StorageCheck("A journal is trimmed by count, size and age") { subject in
      let storage = subject.storage
      // Each entry has 10 bytes, including its snapshot.
      let entries = (0...19).map { JournalEntry.sample($0, snapshot: [1, 2]) }
      let revision = SessionRevision(id: "a", epoch: 1, version: 19)
      try await storage.create(NewSession(.sample(version: 19), journal: entries))
      func oldest(after retention: JournalRetention) async throws -> UInt64? {
        try await storage.update(SessionUpdate(revision, retention: retention))
        let page = try await storage.journal(of: "a", limit: .max)
        try subject.expect(page.entries.first?.version, is: page.oldest)
        try subject.expect(page.entries.last?.version, is: 19)
        return page.oldest
      }
      try subject.expect(try await oldest(after: .init()), is: 0)
      try subject.expect(try await oldest(after: .init(count: 20, bytes: 200)), is: 0)
      try subject.expect(try await oldest(after: .init(count: 18)), is: 2)
      try subject.expect(try await oldest(after: .init(bytes: 159)), is: 5)
      try subject.expect(try await oldest(after: .init(since: .at(8))), is: 8)
      try subject.expect(
        try await oldest(after: .init(count: 11, bytes: 1000, since: .at(9))), is: 9)
      try subject.expect(try await oldest(after: .init(count: 0, bytes: 0)), is: 19)
      try subject.expect(try await oldest(after: .init(since: .at(9999))), is: 19)
    },
    StorageCheck("Trimming a journal counts the appended entries") { subject in
      let storage = subject.storage
      var revision = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      for version in 1...50 as ClosedRange<UInt64> {
        revision = try await storage.update(
          SessionUpdate(
            revision, entries: [.sample(version, size: 10)], retention: .init(count: 7, bytes: 55)))
      }
      let page = try await storage.journal(of: "a", limit: .max)
      try subject.expect(page.entries.map(\.version), is: Array(46...50))
      // A single entry that is too large stays.
      try await storage.update(
        SessionUpdate(revision, entries: [.sample(51, size: 99)], retention: .init(bytes: 55)))
      let last = try await storage.journal(of: "a", limit: .max)
      try subject.expect(last.entries, is: [.sample(51, size: 99)])
    },
  ]
}
