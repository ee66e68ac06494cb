import BackstackStorage

/// A state may be stored as the snapshot of an entry. The results must not depend on that.
extension StorageConformance {
  static let stateChecks = [
    StorageCheck("The latest state is read, regardless of the snapshots") { subject in
      var expected = Array("state 0".utf8)
      var revision = try await subject.storage.create(
        NewSession(.sample(state: expected), journal: [.sample(0, snapshot: expected)]))
      /// Updates the session to its next version.
      func step(state: [UInt8]?, snapshot: [UInt8]?) async throws {
        let entry = JournalEntry.sample(revision.version + 1, snapshot: snapshot)
        revision = try await subject.storage.update(
          SessionUpdate(revision, entries: [entry], state: state))
        expected = state ?? expected
        let loaded = try await subject.storage.load("a")
        try subject.expect(loaded.state, is: expected)
      }
      let states = (0..<4).map { Array("state \($0)".utf8) } + [[]]
      for state in states {
        for snapshot in states {
          try await step(state: state, snapshot: snapshot)
          try await step(state: state, snapshot: nil)
          try await step(state: nil, snapshot: snapshot)
          try await step(state: state, snapshot: state)
          try await step(state: nil, snapshot: nil)
        }
        // A migration has no entry.
        expected = Array("migrated".utf8)
        try await subject.storage.update(SessionUpdate(revision, state: expected))
        try await subject.reopen()
        let loaded = try await subject.storage.load("a")
        try subject.expect(loaded.state, is: expected)
        try await step(state: state, snapshot: state)
        revision = try await subject.storage.claim("a").header.revision
      }
      let page = try await subject.storage.journal(of: "a", limit: .max)
      try subject.expect(page.entries.count, is: Int(revision.version) + 1)
    },
    StorageCheck("A state survives the removal of the journal entry that contains it") { subject in
      let state = Array("state".utf8)
      var revision = try await subject.storage.create(
        NewSession(.sample(state: state), journal: [.sample(0, snapshot: state)]))
      let other = try await subject.storage.create(NewSession(.sample("b")))
      for version in 1...700 as ClosedRange<UInt64> {
        revision = try await subject.storage.update(
          SessionUpdate(revision, entries: [.sample(version)], retention: .init(count: 3)))
      }
      // From here on, the storage may collect the removed entries.
      for version in 1...700 as ClosedRange<UInt64> {
        let revision = SessionRevision(id: "b", epoch: other.epoch, version: version - 1)
        try await subject.storage.update(
          SessionUpdate(
            revision, entries: [.sample(version, size: 5000)], retention: .init(count: 1)))
      }
      _ = try await subject.storage.expire(.init(now: .at(0), rememberedUntil: .at(0), limit: 9))
      try await subject.reopen()
      let claimed = try await subject.storage.claim("a")
      try subject.expect(claimed.state, is: state)
      let page = try await subject.storage.journal(of: "a", limit: .max)
      try subject.expect(page.entries.map(\.version), is: [698, 699, 700])
    },
    StorageCheck("A new session with the id of a removed one has none of its data") { subject in
      let state = Array("state".utf8)
      for round in 0..<3 as Range<UInt8> {
        let first = JournalEntry.sample(0, snapshot: state)
        var revision = try await subject.storage.create(
          NewSession(.sample(state: state), journal: [first]))
        var entries = [first]
        for version in 1...70 as ClosedRange<UInt64> {
          entries.append(.sample(version, snapshot: [round]))
          revision = try await subject.storage.update(
            SessionUpdate(revision, entries: [entries[entries.count - 1]], state: [round]))
        }
        if round == 1 {
          _ = try await subject.storage.expire(
            .init(now: .at(0), rememberedUntil: .at(0), limit: 9))
        }
        try subject.expect(try await subject.storage.load("a").state, is: [round])
        let page = try await subject.storage.journal(of: "a", limit: .max)
        try subject.expect(page.entries, is: entries)
        try await subject.storage.delete(revision)
      }
    },
  ]
}
