import BackstackStorage

extension StorageConformance {
  static let quarantineChecks = [
    StorageCheck("The second crash within a span quarantines a session") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample("a"), journal: [.sample(0)]))
      try await storage.create(NewSession(.sample("b")))
      try subject.expect(try await storage.noteCrash(.sample("a", at: 0)), is: false)
      // The span is over.
      try subject.expect(try await storage.noteCrash(.sample("a", at: 601)), is: false)
      try subject.expect(try await storage.noteCrash(.sample("b", at: 601)), is: false)
      try subject.expect(try await storage.quarantineCount(), is: 0)
      try subject.expect(try await storage.noteCrash(.sample("a", at: 1201)), is: true)
      try await subject.reopen()
      let reopened = subject.storage
      try subject.expect(try await reopened.quarantineCount(), is: 1)
      let headers = try await reopened.sessions(limit: 9).sessions
      try subject.expect(headers.map(\.crashes.quarantined), is: [.at(1201), nil])
      try subject.expect(headers.map(\.crashes.last), is: [.at(1201), .at(601)])
    },
    StorageCheck("A crash that is noted again counts once") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      for _ in 0..<3 {
        try subject.expect(try await storage.noteCrash(.sample(at: 5)), is: false)
      }
      // Older than what is known.
      try subject.expect(try await storage.noteCrash(.sample(at: 4)), is: false)
      try subject.expect(try await storage.load("a").header.crashes.last, is: .at(5))
      try subject.expect(try await storage.noteCrash(.sample(at: 6)), is: true)
      try subject.expect(try await storage.noteCrash(.sample(at: 7)), is: true)
      try subject.expect(try await storage.load("a").header.crashes.quarantined, is: .at(6))
    },
    StorageCheck("A crash leaves its session to the owner, quarantine does not") { subject in
      let storage = subject.storage
      var revision = try await storage.create(NewSession(.sample()))
      try await storage.noteCrash(.sample(at: 0))
      revision = try await storage.update(.step(revision))
      try await storage.noteCrash(.sample(at: 1))
      try await subject.expect(.fenced(current: 2)) { [revision] () throws(StorageError) in
        try await storage.update(.step(revision))
      }
      try await subject.reopen()
      let reopened = subject.storage
      try await subject.expect(.quarantined(since: .at(1))) { () throws(StorageError) in
        _ = try await reopened.claim("a")
      }
      try subject.expect(try await reopened.load("a").state, is: Array("state 1".utf8))
      try subject.expect(try await reopened.journal(of: "a", limit: 9).entries.count, is: 1)
    },
    StorageCheck("A quarantined session does not expire, and lives anew once released") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample("a", expires: .at(60))))
      try await storage.create(NewSession(.sample("b", expires: .at(60))))
      try await storage.noteCrash(.sample(at: 0))
      try await storage.noteCrash(.sample(at: 1))
      let late = try await storage.expire(
        .init(now: .at(100), rememberedUntil: .at(9999), limit: 9))
      try subject.expect(late.ids, is: ["b"])
      try subject.expect(try await storage.release("a", at: .at(1000)), is: true)
      try await subject.reopen()
      let reopened = subject.storage
      let header = try await reopened.claim("a").header
      try subject.expect(header.crashes, is: SessionCrashes())
      try subject.expect(header.expires, is: .at(4600))
      try subject.expect(try await reopened.quarantineCount(), is: 0)
      try await reopened.update(.step(header.revision))
      let later = try await reopened.expire(
        .init(now: .at(4600), rememberedUntil: .at(9999), limit: 9))
      try subject.expect(later.ids, is: ["a"])
    },
    StorageCheck("Releasing forgets a single crash, too, and nothing else changes") { subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample()))
      try subject.expect(try await storage.release("a", at: .at(0)), is: false)
      try await storage.noteCrash(.sample(at: 1))
      try subject.expect(try await storage.release("a", at: .at(50_000)), is: false)
      try subject.expect(try await storage.load("a"), is: .sample())
      try subject.expect(try await storage.noteCrash(.sample(at: 2)), is: false)
      try await storage.update(.step(revision))
    },
    StorageCheck("A quarantined session can be ended and deleted") { subject in
      let storage = subject.storage
      for id in ["a", "b"] {
        try await storage.create(NewSession(.sample(id)))
        try await storage.noteCrash(.sample(id, at: 0))
        try await storage.noteCrash(.sample(id, at: 1))
      }
      let revisions = try await storage.sessions(limit: 9).sessions.map(\.revision)
      try await storage.end(revisions[0], reason: "deleted", rememberedUntil: .at(100))
      try await storage.delete(revisions[1])
      try subject.expect(try await storage.quarantineCount(), is: 0)
      try await subject.expect(.ended(reason: "deleted")) { () throws(StorageError) in
        try await storage.noteCrash(.sample("a", at: 2))
      }
      try await subject.expect(.ended(reason: "deleted")) { () throws(StorageError) in
        try await storage.release("a", at: .at(2))
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.noteCrash(.sample("b", at: 2))
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.release("b", at: .at(2))
      }
    },
    StorageCheck("Crashes that can't be are refused") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      try await subject.expectInvalid("a span") { () throws(StorageError) in
        try await storage.noteCrash(SessionCrash(id: "a", time: .at(0), span: -1))
      }
      try await subject.expectInvalid("an id") { () throws(StorageError) in
        try await storage.noteCrash(.sample("", at: 0))
      }
      try await subject.expectInvalid("an id") { () throws(StorageError) in
        try await storage.release("", at: .at(0))
      }
      var crashed = StoredSession.sample("b")
      crashed.header.crashes = SessionCrashes(last: .at(0))
      try await subject.expectInvalid("a new session") { [crashed] () throws(StorageError) in
        try await storage.create(NewSession(crashed))
      }
      // Far apart, whatever a difference of the two would be.
      let (first, last) = (StorageTime(milliseconds: .min), StorageTime(milliseconds: .max))
      try await storage.noteCrash(SessionCrash(id: "a", time: first, span: .max))
      let isQuarantined = try await storage.noteCrash(
        SessionCrash(id: "a", time: last, span: .max))
      try subject.expect(isQuarantined, is: false)
      try await storage.release("a", at: last)
      try subject.expect(try await storage.load("a"), is: .sample())
    },
  ]
}

extension SessionCrash {
  /// A crash so many seconds after the time that checks begin at; ten minutes are its span.
  fileprivate static func sample(_ id: String = "a", at seconds: Int64) -> Self {
    SessionCrash(id: id, time: .at(seconds), span: 600_000)
  }
}
