import BackstackStorage

extension StorageConformance {
  static let quarantineChecks = [
    StorageCheck("The second crash within a span quarantines a session") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample("a"), journal: [.sample(0)]))
      try await storage.create(NewSession(.sample("b")))
      try subject.expect(try await storage.recordCrash(.sample("a", at: 0)), is: false)
      // The span is over.
      try subject.expect(try await storage.recordCrash(.sample("a", at: 601)), is: false)
      try subject.expect(try await storage.recordCrash(.sample("b", at: 601)), is: false)
      try subject.expect(try await storage.quarantineCount(), is: 0)
      try subject.expect(try await storage.recordCrash(.sample("a", at: 1201)), is: true)
      try await subject.reopen()
      let reopened = subject.storage
      try subject.expect(try await reopened.quarantineCount(), is: 1)
      let headers = try await reopened.sessions(limit: 9).sessions
      try subject.expect(headers.map(\.crashes.quarantined), is: [.at(1201), nil])
      try subject.expect(headers.map(\.crashes.last), is: [.at(1201), .at(601)])
    },
    StorageCheck("A crash that is recorded again counts once") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      for _ in 0..<3 {
        try subject.expect(try await storage.recordCrash(.sample(at: 5)), is: false)
      }
      // Older than the last recorded crash.
      try subject.expect(try await storage.recordCrash(.sample(at: 4)), is: false)
      try subject.expect(try await storage.load("a").header.crashes.last, is: .at(5))
      try subject.expect(try await storage.recordCrash(.sample(at: 6)), is: true)
      try subject.expect(try await storage.recordCrash(.sample(at: 7)), is: true)
      try subject.expect(try await storage.load("a").header.crashes.quarantined, is: .at(6))
    },
    StorageCheck("A crash leaves the session to its owner, a quarantine does not") { subject in
      let storage = subject.storage
      var revision = try await storage.create(NewSession(.sample()))
      try await storage.recordCrash(.sample(at: 0))
      revision = try await storage.update(.step(revision))
      try await storage.recordCrash(.sample(at: 1))
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
    StorageCheck("A quarantined session does not expire, and gets a new expiry when released") {
      subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample("a", expires: .at(60))))
      try await storage.create(NewSession(.sample("b", expires: .at(60))))
      try await storage.recordCrash(.sample(at: 0))
      try await storage.recordCrash(.sample(at: 1))
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
    StorageCheck("Releasing removes a single crash, too, and changes nothing else") { subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample()))
      try subject.expect(try await storage.release("a", at: .at(0)), is: false)
      try await storage.recordCrash(.sample(at: 1))
      try subject.expect(try await storage.release("a", at: .at(50_000)), is: false)
      try subject.expect(try await storage.load("a"), is: .sample())
      try subject.expect(try await storage.recordCrash(.sample(at: 2)), is: false)
      try await storage.update(.step(revision))
    },
    StorageCheck("A quarantined session can be ended and deleted") { subject in
      let storage = subject.storage
      for id in ["a", "b"] {
        try await storage.create(NewSession(.sample(id)))
        try await storage.recordCrash(.sample(id, at: 0))
        try await storage.recordCrash(.sample(id, at: 1))
      }
      let revisions = try await storage.sessions(limit: 9).sessions.map(\.revision)
      try await storage.end(revisions[0], reason: "deleted", rememberedUntil: .at(100))
      try await storage.delete(revisions[1])
      try subject.expect(try await storage.quarantineCount(), is: 0)
      try await subject.expect(.ended(reason: "deleted")) { () throws(StorageError) in
        try await storage.recordCrash(.sample("a", at: 2))
      }
      try await subject.expect(.ended(reason: "deleted")) { () throws(StorageError) in
        try await storage.release("a", at: .at(2))
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.recordCrash(.sample("b", at: 2))
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        try await storage.release("b", at: .at(2))
      }
    },
    StorageCheck("Invalid crashes are refused") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      try await subject.expectInvalid("a span") { () throws(StorageError) in
        try await storage.recordCrash(SessionCrash(id: "a", time: .at(0), span: -1))
      }
      try await subject.expectInvalid("an id") { () throws(StorageError) in
        try await storage.recordCrash(.sample("", at: 0))
      }
      try await subject.expectInvalid("an id") { () throws(StorageError) in
        try await storage.release("", at: .at(0))
      }
      var crashed = StoredSession.sample("b")
      crashed.header.crashes = SessionCrashes(last: .at(0))
      try await subject.expectInvalid("a new session") { [crashed] () throws(StorageError) in
        try await storage.create(NewSession(crashed))
      }
      // The difference between the two times overflows.
      let (first, last) = (StorageTime(milliseconds: .min), StorageTime(milliseconds: .max))
      try await storage.recordCrash(SessionCrash(id: "a", time: first, span: .max))
      let isQuarantined = try await storage.recordCrash(
        SessionCrash(id: "a", time: last, span: .max))
      try subject.expect(isQuarantined, is: false)
      try await storage.release("a", at: last)
      try subject.expect(try await storage.load("a"), is: .sample())
    },
  ]
}

extension SessionCrash {
  /// Returns a crash that many seconds after the start time of the checks, with a span of ten
  /// minutes.
  static func sample(_ id: String = "a", at seconds: Int64) -> Self {
    SessionCrash(id: id, time: .at(seconds), span: 600_000)
  }
}
