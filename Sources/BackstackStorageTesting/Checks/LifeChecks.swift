import BackstackStorage

extension StorageConformance {
  static let lifeChecks = [
    StorageCheck("A closed storage refuses writes and queries") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      await storage.close()
      await storage.close()
      for (number, operation) in everyOperation.enumerated() {
        do {
          try await operation(storage)
          try subject.expect(false, "operation \(number) succeeded")
        } catch let error as StorageError {
          try subject.expect(error.isTemporary, "operation \(number): \(error)")
        }
      }
    },
    StorageCheck("Closing a storage completes the writes that were submitted before") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      let first = SessionRevision(id: "a", epoch: 1, version: 0)
      let writes = (0..<100 as Range<UInt64>).map { number in
        SampleWrite.update(.step(first.later(number)))
      }
      let (results, _) = await storage.submitAll(writes) { Task { await storage.close() } }
      for (number, result) in results.enumerated() {
        try subject.expect(result, is: .success(.revision(first.later(UInt64(number) + 1))))
      }
      try await subject.reopen()
      guard subject.remembers else { return }
      try subject.expect(try await subject.storage.load("a").header.version, is: 100)
    },
    StorageCheck("A storage can be probed for writing") { subject in
      try await subject.storage.probe()
      try await subject.storage.probe()
      try subject.expect(try await subject.storage.count(), is: 0)
    },
    StorageCheck("Random writes have the same results as in a model") { subject in
      for seed in 1...4 as ClosedRange<UInt64> {
        var writes = RandomWrites(seed: seed, prefix: "seed\(seed)-")
        try await writes.run(on: &subject)
        if !subject.remembers { break }
      }
    },
  ]

  /// One operation of each kind on the session "a".
  private static let everyOperation: [@Sendable (any SessionStorage) async throws -> Void] = {
    let revision = SessionRevision(id: "a", epoch: 1, version: 0)
    return [
      { try await $0.create(NewSession(.sample("b"))) },
      { _ = try await $0.claim("a") },
      { try await $0.update(.step(revision)) },
      { try await $0.end(revision, reason: "over", rememberedUntil: .at(9)) },
      { try await $0.delete(revision) },
      { _ = try await $0.expire(.init(now: .at(0), rememberedUntil: .at(9), limit: 9)) },
      { try await $0.recordCrash(SessionCrash(id: "a", time: .at(1), span: 0)) },
      { try await $0.release("a", at: .at(1)) },
      { try await $0.probe() },
      { _ = try await $0.load("a") },
      { _ = try await $0.ownership(of: "a") },
      { _ = try await $0.journal(of: "a", limit: 9) },
      { _ = try await $0.answer(AnswerKey(scope: "a", key: "k"), at: .at(0)) },
      { _ = try await $0.sessions(limit: 9) },
      { _ = try await $0.ids(beginningWith: "a", limit: 9) },
      { _ = try await $0.usage(of: "alice") },
      { _ = try await $0.count() },
      { _ = try await $0.quarantineCount() },
      { _ = try await $0.statistics() },
      { _ = try await $0.shapes() },
    ]
  }()
}
