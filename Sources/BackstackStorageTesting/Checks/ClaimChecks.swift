import BackstackStorage

extension StorageConformance {
  static let claimChecks = [
    StorageCheck("A claim has the newest entries of the journal") { subject in
      let entries = (3...40).map { JournalEntry.sample($0, snapshot: $0 == 39 ? [1, 2] : nil) }
      let session = StoredSession.sample(version: 40)
      try await subject.storage.create(NewSession(session, journal: entries))
      var epoch: UInt64 = 1
      for limit in [0, 1, 5, 37, 38, 39, .max] {
        epoch += 1
        let claimed = try await subject.storage.claim(SessionClaim("a", entryLimit: limit))
        var expected = session
        expected.header.epoch = epoch
        try subject.expect(claimed.session, is: expected)
        try subject.expect(
          claimed.journal,
          is: JournalPage(entries: Array(entries.suffix(limit)), oldest: 3, latest: 40))
      }
    },
    StorageCheck("A claim of a session without entries has an empty journal") { subject in
      try await subject.storage.create(NewSession(.sample(version: 4)))
      let claimed = try await subject.storage.claim(SessionClaim("a", entryLimit: 9))
      try subject.expect(
        claimed.journal, is: JournalPage(entries: [], oldest: nil, latest: 4))
    },
    StorageCheck("A claim has the session and its journal of one moment") { subject in
      let storage = subject.storage
      for round in 0..<10 {
        let id = "a\(round)"
        let revision = try await storage.create(NewSession(.sample(id), journal: [.sample(0)]))
        // The previous owner writes until it is fenced.
        async let written = Self.writeUntilFenced(revision, in: storage)
        let claimed = try await storage.claim(SessionClaim(id, entryLimit: .max))
        let (last, failure) = await written
        try subject.expect(failure, is: .fenced(current: 2))
        let version = claimed.session.header.version
        // Nothing is stored after the claim, and nothing that was stored is missing from it.
        try subject.expect(version, is: last.version)
        try subject.expect(claimed.session.state, is: Array("state \(version)".utf8))
        try subject.expect(
          claimed.journal,
          is: JournalPage(entries: (0...version).map { .sample($0) }, oldest: 0, latest: version))
      }
    },
    StorageCheck("A claim to an unclaimed session is refused once the session is claimed") {
      subject in
      try await subject.storage.create(NewSession(.sample(), journal: [.sample(0)]))
      let first = try await subject.storage.claim(SessionClaim("a", by: .unclaimed(since: 1)))
      try subject.expect(first.session.header.epoch, is: 2)
      try await subject.reopen()
      let storage = subject.storage
      for known in [0, 1, 3, .max] as [UInt64] {
        try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
          _ = try await storage.claim(SessionClaim("a", by: .unclaimed(since: known)))
        }
      }
      // A refused claim leaves the session to its owner.
      let revision = try await storage.update(.step(first.session.header.revision))
      try subject.expect(revision.epoch, is: 2)
      // Writes are no claims.
      let second = try await storage.claim(
        SessionClaim("a", by: .unclaimed(since: 2), entryLimit: 9))
      try subject.expect(second.session.header.revision, is: .init(id: "a", epoch: 3, version: 1))
      try subject.expect(second.journal.entries, is: [.sample(0), .sample(1, epoch: 2)])
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.claim(SessionClaim("unknown", by: .unclaimed(since: 1)))
      }
    },
    StorageCheck("Only one of several concurrent claims to an unclaimed session succeeds") {
      subject in
      let storage = subject.storage
      try await storage.create(NewSession(.sample()))
      let claim = SampleWrite.claim(SessionClaim("a", by: .unclaimed(since: 1)))
      let results = await storage.submitAll(Array(repeating: claim, count: 20)).results
      let winners = results.filter { if case .success = $0 { true } else { false } }
      try subject.expect(winners.count, is: 1)
      try subject.expect(
        results.count { $0 == .failure(.fenced(current: 2)) }, is: results.count - 1)
      try subject.expect(try await storage.load("a").header.epoch, is: 2)
    },
    StorageCheck("Writes that were submitted before a claim are in its result") { subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      let results = await storage.submitAll([
        .update(.step(revision)), .claim(SessionClaim("a", entryLimit: 9)),
        .update(.step(revision.later())),
      ]).results
      try subject.expect(results[0], is: .success(.revision(revision.later())))
      guard case .success(.claimed(let claimed)) = results[1] else {
        throw StorageCheckFailure(description: "\(results[1])")
      }
      try subject.expect(claimed.journal.entries, is: [.sample(0), .sample(1)])
      try subject.expect(claimed.session.header.version, is: 1)
      try subject.expect(results[2], is: .failure(.fenced(current: 2)))
    },
  ]

  /// Writes one version after another as the owner of a session, until a write is refused.
  ///
  /// - Returns: The last revision that was stored, and the error of the write after it.
  private static func writeUntilFenced(
    _ revision: SessionRevision, in storage: any SessionStorage
  ) async -> (last: SessionRevision, error: StorageError) {
    var last = revision
    while true {
      do throws(StorageError) {
        last = try await storage.update(.step(last))
      } catch {
        return (last, error)
      }
    }
  }
}
