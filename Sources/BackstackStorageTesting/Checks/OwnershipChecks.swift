import BackstackStorage

extension StorageConformance {
  static let ownershipChecks = [
    StorageCheck("A claim fences the previous owner") { subject in
      let storage = subject.storage
      let session = StoredSession.sample()
      try await storage.create(NewSession(session, journal: [.sample(0)]))
      let stale = session.header.revision
      var claimed = session
      claimed.header.epoch = 2
      try subject.expect(try await storage.claim("a"), is: claimed)
      let answer = StoredAnswer.sample("k")
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.update(.step(stale, answer: answer))
      }
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.update(SessionUpdate(stale, expires: .at(9)))
      }
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.end(stale, reason: "", rememberedUntil: .at(9))
      }
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.delete(stale)
      }
      // A future epoch is refused, too.
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.update(.step(SessionRevision(id: "a", epoch: 3, version: 0)))
      }
      try subject.expect(try await storage.load("a"), is: claimed)
      try subject.expect(try await storage.answer(answer.key, at: .at(1)), is: nil)
      try subject.expect(try await storage.journal(of: "a", limit: 9).entries, is: [.sample(0)])
      try await storage.update(.step(claimed.header.revision))
      // The epoch outlives the process.
      try await subject.reopen()
      try subject.expect(try await subject.storage.claim("a").header.epoch, is: 3)
    },
    StorageCheck("Concurrent claims get distinct epochs, and the last one owns the session") {
      subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      let epochs = try await withThrowingTaskGroup(of: UInt64.self) { group in
        for _ in 0..<20 { group.addTask { try await storage.claim("a").header.epoch } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try subject.expect(epochs.sorted(), is: Array(2...21))
      for epoch in epochs where epoch != 21 {
        try await subject.expect(.fenced(current: 21)) { () throws(StorageError) in
          try await storage.update(.step(SessionRevision(id: "a", epoch: epoch, version: 0)))
        }
      }
      try await storage.update(.step(SessionRevision(id: "a", epoch: 21, version: 0)))
    },
    StorageCheck("Only one of several concurrent writes to a version succeeds") { subject in
      let storage = subject.storage
      let revision = StoredSession.sample().header.revision
      try await storage.create(NewSession(.sample()))
      let results = await withTaskGroup(of: (Int, SampleWrite.Result).self) { group in
        for number in 0..<50 {
          let update = SessionUpdate(
            revision, entries: [.sample(1, size: number)], state: [UInt8(number)],
            expires: .at(100), answers: [.sample("\(number)")])
          group.addTask { (number, await storage.result(of: .update(update))) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      var winners: [Int] = []
      for (number, result) in results {
        if result == .success(.revision(revision.later())) {
          winners.append(number)
        } else {
          try subject.expect(result, is: .failure(.versionConflict(current: 1)))
        }
      }
      try subject.expect(winners.count, is: 1)
      let session = try await storage.load("a")
      try subject.expect(session.state, is: [UInt8(winners[0])])
      try subject.expect(session.header.version, is: 1)
      for number in 0..<50 {
        let answer = try await storage.answer(AnswerKey(scope: "a", key: "\(number)"), at: .at(1))
        try subject.expect(answer != nil, is: number == winners[0])
      }
    },
    StorageCheck("A write to another version is refused and changes nothing") { subject in
      let storage = subject.storage
      let session = StoredSession.sample(version: 5)
      try await storage.create(NewSession(session))
      for version in [0, 4, 6, 1000] as [UInt64] {
        let revision = SessionRevision(id: "a", epoch: 1, version: version)
        let answer = StoredAnswer.sample("k")
        try await subject.expect(.versionConflict(current: 5)) { () throws(StorageError) in
          try await storage.update(.step(revision, answer: answer))
        }
        try await subject.expect(.versionConflict(current: 5)) { () throws(StorageError) in
          try await storage.end(revision, reason: "", rememberedUntil: .at(9))
        }
        try await subject.expect(.versionConflict(current: 5)) { () throws(StorageError) in
          try await storage.delete(revision)
        }
        try subject.expect(try await storage.answer(answer.key, at: .at(1)), is: nil)
      }
      try subject.expect(try await storage.load("a"), is: session)
    },
  ]
}
