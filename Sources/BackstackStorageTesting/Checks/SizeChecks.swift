import BackstackStorage

extension StorageConformance {
  static let sizeChecks = [
    StorageCheck("A query returns how much is stored for an owner") { subject in
      let storage = subject.storage
      func session(_ id: String, _ owner: String?, state: Int) -> StoredSession {
        var session = StoredSession.sample(id, state: Array(repeating: 1, count: state))
        session.header.owner = owner
        return session
      }
      try await storage.create(NewSession(session("a", "alice", state: 1000)))
      let second = try await storage.create(
        NewSession(session("b", "alice", state: 300), journal: [.sample(0, size: 50)]))
      try await storage.create(NewSession(session("c", "bob", state: 70)))
      try await storage.create(NewSession(session("d", nil, state: 9)))
      try await storage.create(NewSession(session("e", "", state: 8)))
      try await subject.reopen()
      for (owner, sessions, bytes) in [
        ("alice", 2, 1350), ("bob", 1, 70), ("", 1, 8), ("Alice", 0, 0), ("al%", 0, 0),
      ] {
        try subject.expect(
          try await subject.storage.usage(of: owner),
          is: OwnerUsage(sessions: sessions, bytes: bytes))
      }
      let updated = try await subject.storage.update(
        SessionUpdate(
          second, entries: [.sample(1, size: 200)], state: Array(repeating: 2, count: 400)))
      try subject.expect(
        try await subject.storage.usage(of: "alice"), is: OwnerUsage(sessions: 2, bytes: 1650))
      try await subject.storage.end(updated, reason: "deleted", rememberedUntil: .at(5000))
      try subject.expect(
        try await subject.storage.usage(of: "alice"), is: OwnerUsage(sessions: 1, bytes: 1000))
      _ = try await subject.storage.expire(
        .init(now: .at(4000), rememberedUntil: .at(5000), limit: 9))
      try subject.expect(
        try await subject.storage.usage(of: "alice"), is: OwnerUsage(sessions: 0, bytes: 0))
    },
    StorageCheck("A query returns how much is kept of the answers to an owner") { subject in
      let storage = subject.storage
      func answer(_ scope: String, _ key: String, _ size: Int) -> StoredAnswer {
        StoredAnswer(
          key: AnswerKey(scope: scope, key: key), created: .at(0), expires: .at(9),
          body: Array(repeating: 1, count: size))
      }
      func create(
        _ id: String, _ owner: String, _ answer: StoredAnswer
      ) async throws(StorageError) -> SessionRevision {
        var session = StoredSession.sample(id, state: [1, 2, 3])
        session.header.owner = owner
        return try await storage.create(NewSession(session, answer: answer))
      }
      let revision = try await create("a", "alice", answer("new", "key alice 1", 100))
      _ = try await create("b", "carol", answer("new", "key alice 2", 20))
      _ = try await create("c", "carol", answer("new", "key alicia 1", 500))
      _ = try await create("d", "carol", answer("old", "key alice 3", 700))
      try await subject.reopen()
      let keys = AnswerKey(scope: "new", key: "key alice ")
      try subject.expect(
        try await subject.storage.usage(of: "alice", answers: keys),
        is: OwnerUsage(sessions: 1, bytes: 3 + 120 + 22))
      try subject.expect(
        try await subject.storage.usage(of: "alice"), is: OwnerUsage(sessions: 1, bytes: 3))
      // The answers to requests to a session count for its owner.
      try await subject.storage.update(
        SessionUpdate(revision, answers: [answer("a", "k", 30)]))
      try subject.expect(
        try await subject.storage.usage(of: "alice", answers: keys),
        is: OwnerUsage(sessions: 1, bytes: 3 + 120 + 22 + 31))
      // What is kept of the creation of a session that has ended counts, too.
      try await subject.storage.end(revision, reason: "over", rememberedUntil: .at(9))
      try subject.expect(
        try await subject.storage.usage(of: "alice", answers: keys),
        is: OwnerUsage(sessions: 0, bytes: 142))
      try subject.expect(
        try await subject.storage.usage(
          of: "bob", answers: AnswerKey(scope: "new", key: "key bob ")),
        is: OwnerUsage(sessions: 0, bytes: 0))
    },
    StorageCheck("A state can have 20 MB") { subject in
      let large = (0..<20 << 20).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8 ^ $0 >> 16) }
      let revision = try await subject.storage.create(NewSession(.sample()))
      try await subject.storage.create(NewSession(.sample("b")))
      try await subject.storage.update(
        SessionUpdate(revision, entries: [.sample(1, snapshot: large)], state: large))
      try await subject.reopen()
      try subject.expect(try await subject.storage.load("a").state == large, is: true)
      let page = try await subject.storage.journal(of: "a", limit: 1)
      try subject.expect(page.entries.first?.snapshot == large, is: true)
      try await subject.storage.update(SessionUpdate(revision.later(), state: [1]))
      try subject.expect(try await subject.storage.load("a").state, is: [1])
      try subject.expect(try await subject.storage.load("b"), is: .sample("b"))
    },
    StorageCheck("There can be ten thousand sessions") { subject in
      let count = 10_000
      for start in stride(from: 0, to: count, by: 1000) {
        let (results, _) = await subject.storage.submitAll(
          (start..<start + 1000).map { number in
            .create(
              NewSession(
                .sample("s\(number)", expires: .at(Int64(number))), journal: [.sample(0)]))
          })
        try subject.expect(
          results.allSatisfy { if case .success = $0 { true } else { false } }, is: true)
      }
      try subject.expect(try await subject.storage.count(), is: count)
      let (results, _) = await subject.storage.submitAll(
        stride(from: 0, to: count, by: 11).map { number in
          .update(.step(SessionRevision(id: "s\(number)", epoch: 1, version: 0)))
        })
      try subject.expect(
        results.allSatisfy { if case .success = $0 { true } else { false } }, is: true)
      for number in stride(from: 0, to: count, by: 97) {
        let session = try await subject.storage.load("s\(number)")
        try subject.expect(session.header.version, is: number % 11 == 0 ? 1 : 0)
      }
      let result = try await subject.storage.expire(
        .init(now: .at(4999), rememberedUntil: .at(99_999), limit: 6000))
      try subject.expect(Set(result.ids), is: Set((0..<5000).map { "s\($0)" }))
      try subject.expect(try await subject.storage.count(), is: 5000)
    },
  ]
}
