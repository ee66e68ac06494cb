import BackstackStorage

extension StorageConformance {
  static let lifeChecks = [
    StorageCheck("A closed storage refuses writes and queries") { subject in
      try await subject.storage.create(NewSession(.sample()))
      await subject.storage.close()
      await subject.storage.close()
      try await subject.expectTemporary { () throws(StorageError) in
        try await subject.storage.create(NewSession(.sample("b")))
      }
      try await subject.expectTemporary { () throws(StorageError) in
        _ = try await subject.storage.load("a")
      }
    },
    StorageCheck("Closing a storage completes the writes that were submitted before") { subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      let first = SessionRevision(id: "a", epoch: 1, version: 0)
      let gathered = await withCheckedContinuation { continuation in
        let gathering = Gathering(count: 100) { continuation.resume(returning: $0) }
        for number in 0..<100 {
          storage.submit(.update(.step(first.later(UInt64(number))))) {
            gathering.add($0, at: number)
          }
        }
        Task { await storage.close() }
      }
      for (number, result) in gathered.0.enumerated() {
        try subject.expect(result, is: .success(.written(first.later(UInt64(number) + 1))))
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
}
