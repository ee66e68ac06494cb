import BackstackStorage

extension StorageConformance {
  static let sessionChecks = [
    StorageCheck("A session is read as it was stored") { subject in
      var session = StoredSession.sample("all", version: 7)
      session.header.epoch = 3
      session.header.owner = "Zoë ✓ \u{0} end"
      session.state = Array(0...255)
      var bare = StoredSession.sample("bare", state: [])
      bare.header.owner = nil
      bare.header.feature = ""
      bare.header.fingerprint = ""
      bare.header.created = StorageTime(milliseconds: -1)
      bare.metadata = []
      var empty = bare
      empty.header.id = "empty"
      empty.header.owner = ""
      let sessions = [session, bare, empty]
      for session in sessions {
        let revision = try await subject.storage.create(NewSession(session))
        try subject.expect(revision, is: session.header.revision)
      }
      for session in sessions {
        try subject.expect(try await subject.storage.load(session.header.id), is: session)
      }
      try await subject.reopen()
      for session in sessions {
        try subject.expect(try await subject.storage.load(session.header.id), is: session)
      }
    },
    StorageCheck("The owner of a session is known, even after the session has ended") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample("lives")))
      let deleted = try await storage.create(NewSession(.sample("deleted")))
      try await storage.end(deleted, reason: "deleted", rememberedUntil: .at(5000))
      var nobodys = StoredSession.sample("expired", expires: .at(1))
      nobodys.header.owner = nil
      try await storage.create(NewSession(nobodys))
      _ = try await storage.expire(.init(now: .at(2), rememberedUntil: .at(5000), limit: 9))
      try await subject.reopen()
      let lives = SessionOwnership(
        feature: "counters", owner: "alice", metadata: Array("metadata".utf8))
      try subject.expect(try await subject.storage.ownership(of: "lives"), is: lives)
      for (id, owner) in [("deleted", "alice"), ("expired", nil)] {
        let ended = SessionOwnership(feature: "counters", owner: owner, endReason: id)
        try subject.expect(try await subject.storage.ownership(of: id), is: ended)
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await subject.storage.ownership(of: "unknown")
      }
    },
    StorageCheck("Creating a session that exists is refused") { subject in
      try await subject.storage.create(NewSession(.sample()))
      let other = StoredSession.sample(state: Array("other".utf8))
      try await subject.expect(.exists) { () throws(StorageError) in
        try await subject.storage.create(
          NewSession(other, answer: .sample("k", of: "clients")))
      }
      try subject.expect(try await subject.storage.load("a"), is: .sample())
      let key = AnswerKey(scope: "clients", key: "k")
      try subject.expect(try await subject.storage.answer(key, at: .at(1)), is: nil)
    },
    StorageCheck("An unknown session is not found") { subject in
      let storage = subject.storage
      let unknown = SessionRevision(id: "unknown", epoch: 1, version: 0)
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.load("unknown")
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.journal(of: "unknown", limit: 1)
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.claim("unknown")
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.update(.step(unknown))
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.delete(unknown)
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.end(unknown, reason: "", rememberedUntil: .at(9))
      }
    },
    StorageCheck("An update changes what it names and nothing else") { subject in
      var session = StoredSession.sample()
      try await subject.storage.create(NewSession(session))
      func update(_ change: (inout SessionUpdate) -> Void) async throws {
        var update = SessionUpdate(session.header.revision)
        change(&update)
        let revision = try await subject.storage.update(update)
        session.header.version = update.result.version
        try subject.expect(revision, is: session.header.revision)
        try subject.expect(update.result, is: session.header.revision)
      }
      try await update { $0.entries = [.sample(1)] }
      try subject.expect(try await subject.storage.load("a"), is: session)
      session.state = Array("new".utf8)
      try await update { $0.state = Array("new".utf8) }
      try subject.expect(try await subject.storage.load("a"), is: session)
      session.metadata = []
      try await update { $0.metadata = [] }
      try subject.expect(try await subject.storage.load("a"), is: session)
      session.header.fingerprint = "f2"
      try await update { $0.fingerprint = "f2" }
      try subject.expect(try await subject.storage.load("a"), is: session)
      for seconds in [3601, 7200, 10] as [Int64] {
        session.header.expires = .at(seconds)
        try await update { $0.expires = .at(seconds) }
        try subject.expect(try await subject.storage.load("a"), is: session)
      }
      try subject.expect(session.header.version, is: 1)
    },
    StorageCheck("An update can contain several actions") { subject in
      let session = StoredSession.sample()
      try await subject.storage.create(NewSession(session, journal: [.sample(0)]))
      let entries = (1...5).map { JournalEntry.sample($0) }
      let revision = try await subject.storage.update(
        SessionUpdate(session.header.revision, entries: entries, state: [5]))
      try subject.expect(revision.version, is: 5)
      try subject.expect(try await subject.storage.load("a").state, is: [5])
      let page = try await subject.storage.journal(of: "a", limit: 9)
      try subject.expect(page.entries, is: [.sample(0)] + entries)
    },
    StorageCheck("Invalid writes and queries are refused and change nothing") { subject in
      let session = StoredSession.sample()
      try await subject.storage.create(NewSession(session))
      let revision = session.header.revision
      var ofLargeNode = StoredSession.sample("b")
      ofLargeNode.header.node = .max
      let tooLarge = SessionRevision(id: "a", epoch: .max, version: .max)
      let long = StoredAnswer.sample(String(repeating: "k", count: 5000))
      let writes: [SampleWrite] = [
        .create(NewSession(.sample(""))), .create(NewSession(.sample("ä"))),
        .create(NewSession(.sample(String(repeating: "a", count: 256)))),
        .create(NewSession(.sample("b", version: 5), journal: [.sample(3), .sample(5)])),
        .create(NewSession(.sample("b", version: 5), journal: [.sample(3), .sample(4)])),
        .create(NewSession(.sample("b", version: .max))),
        .update(SessionUpdate(revision, entries: [.sample(2)])),
        .update(SessionUpdate(revision, entries: [.sample(0)])),
        .update(SessionUpdate(revision, entries: [.sample(1), .sample(1)])),
        .update(SessionUpdate(revision, answers: [long])), .update(SessionUpdate(tooLarge)),
        .end(tooLarge, reason: "", rememberedUntil: .at(1)), .delete(tooLarge),
        .create(NewSession(ofLargeNode)), .claim(SessionClaim("a", for: .max)),
        .claim(SessionClaim("")), .claim(SessionClaim("a", entryLimit: -1)),
        .expire(.init(now: .at(9999), rememberedUntil: .at(9999), limit: 0)),
      ]
      for write in writes {
        try await subject.expectInvalid("\(write)") { () throws(StorageError) in
          _ = try await subject.storage.result(of: write).get()
        }
      }
      let storage = subject.storage
      try await subject.expectInvalid("a journal's limit of 0") { () throws(StorageError) in
        _ = try await storage.journal(of: "a", limit: 0)
      }
      try await subject.expectInvalid("a number of ids of 0") { () throws(StorageError) in
        _ = try await storage.ids(beginningWith: "a", limit: 0)
      }
      for (order, cursor, limit) in [
        (.id, nil, 0), (.owner("a"), nil, 0), (.expiry, nil, -1),
        (.expiry, StorageCursor(text: "x"), 1),
      ] as [(SessionOrder, StorageCursor?, Int)] {
        try await subject.expectInvalid("\(order), \(limit)") { () throws(StorageError) in
          _ = try await storage.sessions(by: order, after: cursor, limit: limit)
        }
      }
      try subject.expect(try await subject.storage.load("a"), is: session)
      try subject.expect(try await subject.storage.count(), is: 1)
    },
  ]
}
