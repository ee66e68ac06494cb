import BackstackStorage

extension StorageConformance {
  static let orderChecks = [
    StorageCheck("Writes take effect in the order of their submission") { subject in
      var writes: [SampleWrite] = []
      let ids = ["a", "b", "c"]
      for id in ids { writes.append(.create(NewSession(.sample(id)))) }
      for version in 0..<200 as Range<UInt64> {
        for id in ids {
          writes.append(.update(.step(SessionRevision(id: id, epoch: 1, version: version))))
        }
      }
      let (results, order) = await subject.storage.submitAll(writes)
      for (index, result) in results.enumerated() {
        guard case .success = result else {
          try subject.expect(false, "write \(index): \(result)")
          continue
        }
      }
      for position in ids.indices {
        let own = order.filter { $0 % ids.count == position }
        try subject.expect(own, is: own.sorted())
      }
      for id in ids {
        let session = try await subject.storage.load(id)
        try subject.expect(session.header.version, is: 200)
        try subject.expect(session.state, is: Array("state 200".utf8))
        let page = try await subject.storage.journal(of: id, limit: 1000)
        try subject.expect(page.entries, is: (1...200).map { .sample($0) })
      }
    },
    StorageCheck("A refused write does not affect the writes around it") { subject in
      for id in ["a", "b"] { try await subject.storage.create(NewSession(.sample(id))) }
      func revision(_ id: String, _ version: UInt64, epoch: UInt64 = 1) -> SessionRevision {
        SessionRevision(id: id, epoch: epoch, version: version)
      }
      let (results, _) = await subject.storage.submitAll([
        .update(.step(revision("a", 0))), .update(.step(revision("a", 7))),
        .update(.step(revision("b", 0))), .create(NewSession(.sample("b"))),
        .update(.step(revision("a", 1, epoch: 9))), .update(.step(revision("none", 0))),
        .update(SessionUpdate(revision("a", 1), entries: [.sample(9)])),
        .update(.step(revision("a", 1))), .update(.step(revision("b", 1))),
      ])
      let invalid = StorageError.invalid("version 9 in the journal instead of 2")
      try subject.expect(
        results,
        is: [
          .success(.revision(revision("a", 1))), .failure(.versionConflict(current: 1)),
          .success(.revision(revision("b", 1))), .failure(.exists),
          .failure(.fenced(current: 1)), .failure(.notFound), .failure(invalid),
          .success(.revision(revision("a", 2))), .success(.revision(revision("b", 2))),
        ])
      try subject.expect(try await subject.storage.load("a").state, is: Array("state 2".utf8))
      try subject.expect(try await subject.storage.load("b").state, is: Array("state 2".utf8))
    },
    StorageCheck("Writes that build on a refused write are refused, too") { subject in
      try await subject.storage.create(NewSession(.sample()))
      let first = SessionRevision(id: "a", epoch: 1, version: 0)
      let (results, _) = await subject.storage.submitAll([
        .update(.step(first.later())), .update(.step(first.later(2))), .update(.step(first)),
      ])
      try subject.expect(
        results,
        is: [
          .failure(.versionConflict(current: 0)), .failure(.versionConflict(current: 0)),
          .success(.revision(first.later())),
        ])
    },
    StorageCheck("A query sees each completed write") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask { [subject] in
            var revision = try await storage.create(NewSession(.sample("s\(number)")))
            for _ in 0..<25 {
              revision = try await storage.update(.step(revision))
              let session = try await storage.load(revision.id)
              try subject.expect(session.header.revision, is: revision)
              try subject.expect(session.state, is: Array("state \(revision.version)".utf8))
            }
          }
        }
        try await group.waitForAll()
      }
    },
  ]
}
