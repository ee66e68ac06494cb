import BackstackStorage

extension StorageConformance {
  static let endingChecks = [
    StorageCheck("An ended session is remembered for a while") { subject in
      let new = NewSession(.sample(), journal: [.sample(0)])
      let revision = try await subject.storage.create(new)
      try await subject.storage.end(revision, reason: "deleted", rememberedUntil: .at(100))
      try await subject.reopen()
      let storage = subject.storage
      let ended = StorageError.ended(reason: "deleted")
      try await subject.expect(ended) { () throws(StorageError) in _ = try await storage.load("a") }
      try await subject.expect(ended) { () throws(StorageError) in
        _ = try await storage.journal(of: "a", limit: 1)
      }
      try await subject.expect(ended) { () throws(StorageError) in
        _ = try await storage.claim("a")
      }
      try await subject.expect(ended) { () throws(StorageError) in
        try await storage.update(.step(revision))
      }
      try await subject.expect(ended) { () throws(StorageError) in
        try await storage.end(revision, reason: "again", rememberedUntil: .at(100))
      }
      try await subject.expect(ended) { () throws(StorageError) in
        try await storage.delete(revision)
      }
      try await subject.expect(.exists) { () throws(StorageError) in
        try await storage.create(NewSession(.sample()))
      }
      try subject.expect(try await storage.count(), is: 0)
      try subject.expect(try await storage.statistics().ended, is: 1)
      _ = try await storage.expire(.init(now: .at(99), rememberedUntil: .at(200), limit: 9))
      try await subject.expect(ended) { () throws(StorageError) in _ = try await storage.load("a") }
      let result = try await storage.expire(
        .init(now: .at(100), rememberedUntil: .at(200), limit: 9))
      try subject.expect(result.ids, is: [])
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.load("a")
      }
      try await storage.create(NewSession(.sample()))
      try subject.expect(try await storage.journal(of: "a", limit: 9).entries, is: [])
    },
    StorageCheck("A deleted session leaves no trace") { subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      try await storage.delete(revision)
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.load("a")
      }
      let statistics = try await storage.statistics()
      try subject.expect(statistics.sessions + statistics.ended, is: 0)
      try await storage.create(NewSession(.sample()))
      try subject.expect(try await storage.load("a"), is: .sample())
      try subject.expect(try await storage.journal(of: "a", limit: 9).entries, is: [])
    },
    StorageCheck("Sessions expire, a few at a time") { subject in
      let storage = subject.storage
      for number in 0..<25 as Range<Int64> {
        try await storage.create(
          NewSession(.sample("s\(number)", expires: .at(number * 40))))
      }
      // This session is used, and so doesn't expire.
      try await storage.update(
        SessionUpdate(.init(id: "s3", epoch: 1, version: 0), expires: .at(9999)))
      let now = StorageTime.at(10 * 40)
      var expired: [[String]] = []
      while true {
        let part = try await storage.expire(.init(now: now, rememberedUntil: .at(500), limit: 4))
        try subject.expect(part.ids.count <= 4, is: true)
        if !part.ids.isEmpty { expired.append(part.ids) }
        if !part.hasMore { break }
        try subject.expect(expired.count < 9, is: true)
      }
      let due = (0...10).filter { $0 != 3 }.map { "s\($0)" }
      try subject.expect(expired.flatMap(\.self).sorted(), is: due.sorted())
      try subject.expect(expired.map(\.count), is: [4, 4, 2])
      for id in due {
        try await subject.expect(.ended(reason: "expired")) { () throws(StorageError) in
          _ = try await storage.load(id)
        }
      }
      try subject.expect(try await storage.count(), is: 15)
      try subject.expect(try await storage.load("s3").header.expires, is: .at(9999))
      let rest = try await storage.expire(
        .init(now: .at(100_000), rememberedUntil: .at(200_000), limit: 1000))
      try subject.expect(rest.ids.count, is: 15)
      try subject.expect(rest.hasMore, is: false)
      let statistics = try await storage.statistics()
      try subject.expect([statistics.sessions, statistics.ended], is: [0, 15])
    },
    StorageCheck("Answers expire, too") { subject in
      let storage = subject.storage
      var revision = try await storage.create(NewSession(.sample()))
      for number in 0..<10 as Range<Int64> {
        revision = try await storage.update(
          .step(revision, answer: .sample("\(number)", expires: .at(number))))
      }
      var result = try await storage.expire(
        .init(now: .at(6), rememberedUntil: .at(500), limit: 5))
      try subject.expect(result.hasMore, is: true)
      try subject.expect(try await storage.statistics().answers, is: 5)
      result = try await storage.expire(.init(now: .at(6), rememberedUntil: .at(500), limit: 5))
      try subject.expect(result.hasMore, is: false)
      try subject.expect(try await storage.statistics().answers, is: 3)
      try subject.expect(try await storage.load("a").header.revision, is: revision)
    },
  ]
}
