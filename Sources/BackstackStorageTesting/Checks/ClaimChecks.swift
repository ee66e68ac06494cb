import BackstackStorage

extension StorageConformance {
  static let claimChecks = contentChecks + nodeChecks

  private static let contentChecks = [
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

  private static let nodeChecks = [
    StorageCheck("A session has the node that claimed it last") { subject in
      var session = StoredSession.sample()
      session.header.node = 3
      try await subject.storage.create(NewSession(session))
      try subject.expect(try await subject.storage.load("a"), is: session)
      for node in [3, 7, 1 << 40, 0] as [UInt64] {
        session.header.node = node
        session.header.epoch += 1
        let claimed = try await subject.storage.claim(SessionClaim("a", for: node))
        try subject.expect(claimed.session, is: session)
        // Writes leave it as it is.
        session.header.version = try await subject.storage.update(
          SessionUpdate(session.header.revision, entries: [.sample(session.header.version + 1)])
        ).version
        try await subject.reopen()
        try subject.expect(try await subject.storage.load("a"), is: session)
        let headers = try await subject.storage.sessions(limit: 9).sessions
        try subject.expect(headers, is: [session.header])
      }
    },
    StorageCheck("A claim to an unowned session takes it from nobody, itself, and dead nodes") {
      subject in
      let dead = DeadNodes(below: 10, except: [4, 5, 6])
      let claimant: UInt64 = 6
      func create(_ node: UInt64) async throws {
        var session = StoredSession.sample("a\(node)")
        session.header.node = node
        try await subject.storage.create(NewSession(session, journal: [.sample(0)]))
      }
      for node in [0, 3, 4, 5, 6, 9, 10] as [UInt64] { try await create(node) }
      try await subject.reopen()
      let storage = subject.storage
      func claim(_ node: UInt64) -> SessionClaim {
        SessionClaim("a\(node)", for: claimant, by: .unowned(dead), entryLimit: 1)
      }
      for node in [0, 3, 6, 9] as [UInt64] {
        let claimed = try await storage.claim(claim(node))
        try subject.expect(claimed.session.header.node, is: claimant)
        try subject.expect(claimed.session.header.epoch, is: 2)
        try subject.expect(claimed.journal.entries, is: [.sample(0)])
        try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
          try await storage.update(.step(SessionRevision(id: "a\(node)", epoch: 1, version: 0)))
        }
      }
      for node in [4, 5, 10] as [UInt64] {
        try await subject.expect(.owned(node: node, epoch: 1)) { () throws(StorageError) in
          _ = try await storage.claim(claim(node))
        }
        // The owner is not concerned.
        try await storage.update(.step(SessionRevision(id: "a\(node)", epoch: 1, version: 0)))
      }
      try await subject.expect(.notFound) { () throws(StorageError) in
        _ = try await storage.claim(SessionClaim("b", for: 6, by: .unowned(dead)))
      }
    },
    StorageCheck("A session in an avoided shape is left as it is, by whatever right it is claimed")
    {
      subject in
      var session = StoredSession.sample()
      (session.header.node, session.header.fingerprint) = (1, "new")
      try await subject.storage.create(NewSession(session))
      let storage = subject.storage
      let rights: [SessionClaim.Right] = [
        .any, .unclaimed(since: 1), .unowned(DeadNodes(below: 2)), .consented(by: 1, epoch: 1),
      ]
      for right in rights {
        try await subject.expect(.unsuitable(fingerprint: "new", node: 1, epoch: 1)) {
          () throws(StorageError) in
          _ = try await storage.claim(
            SessionClaim("a", for: 2, by: right, avoiding: ["newer", "new"]))
        }
      }
      // A claimant without a right learns the owner.
      try await subject.expect(.owned(node: 1, epoch: 1)) { () throws(StorageError) in
        _ = try await storage.claim(
          SessionClaim("a", for: 2, by: .unowned(DeadNodes()), avoiding: ["new"]))
      }
      try await storage.update(.step(session.header.revision))
      let claimed = try await storage.claim(SessionClaim("a", for: 2, avoiding: ["newer"]))
      try subject.expect(claimed.session.header.node, is: 2)
    },
    StorageCheck("Of several nodes that claim a dead node's session, one gets it") { subject in
      var session = StoredSession.sample()
      session.header.node = 1
      try await subject.storage.create(NewSession(session))
      let results = await subject.storage.submitAll(
        (2...9).map { .claim(SessionClaim("a", for: $0, by: .unowned(DeadNodes(below: 2)))) }
      ).results
      var winners: [UInt64] = []
      for case .success(.claimed(let claimed)) in results {
        winners.append(claimed.session.header.node)
      }
      try subject.expect(winners.count, is: 1)
      let refusals = results.count { $0 == .failure(.owned(node: winners[0], epoch: 2)) }
      try subject.expect(refusals, is: 7)
      try subject.expect(try await subject.storage.load("a").header.node, is: winners[0])
    },
    StorageCheck("A node's consent lets another one take the session, once") { subject in
      var session = StoredSession.sample()
      (session.header.node, session.header.epoch) = (1, 5)
      try await subject.storage.create(NewSession(session, journal: [.sample(0)]))
      try await subject.reopen()
      let storage = subject.storage
      func claim(for node: UInt64, by owner: UInt64, _ epoch: UInt64) -> SessionClaim {
        SessionClaim("a", for: node, by: .consented(by: owner, epoch: epoch), entryLimit: 1)
      }
      for (owner, epoch) in [(1, 4), (1, 6), (2, 5), (0, 5)] as [(UInt64, UInt64)] {
        try await subject.expect(.owned(node: 1, epoch: 5)) { () throws(StorageError) in
          _ = try await storage.claim(claim(for: 2, by: owner, epoch))
        }
      }
      // What the owner stored last is in the result.
      try await storage.update(.step(session.header.revision))
      let claimed = try await storage.claim(claim(for: 2, by: 1, 5))
      try subject.expect(
        claimed.session.header.revision, is: SessionRevision(id: "a", epoch: 6, version: 1))
      try subject.expect(claimed.session.header.node, is: 2)
      try subject.expect(claimed.journal.entries, is: [.sample(1, epoch: 5)])
      // A third node that got the same consent comes late, and so does the second claim of node 2.
      for node in [2, 3] as [UInt64] {
        try await subject.expect(.owned(node: 2, epoch: 6)) { () throws(StorageError) in
          _ = try await storage.claim(claim(for: node, by: 1, 5))
        }
      }
    },
    StorageCheck("A node that claims its session again takes back its consent") { subject in
      var session = StoredSession.sample()
      session.header.node = 1
      try await subject.storage.create(NewSession(session))
      let storage = subject.storage
      let again = try await storage.claim(
        SessionClaim("a", for: 1, by: .unowned(DeadNodes())))
      try subject.expect(again.session.header.epoch, is: 2)
      try await subject.expect(.owned(node: 1, epoch: 2)) { () throws(StorageError) in
        _ = try await storage.claim(SessionClaim("a", for: 2, by: .consented(by: 1, epoch: 1)))
      }
      try await storage.update(.step(again.session.header.revision))
    },
    StorageCheck("A session that is quarantined belongs to no node") { subject in
      var session = StoredSession.sample()
      session.header.node = 1
      try await subject.storage.create(NewSession(session))
      for second in [1, 2] as [Int64] {
        try subject.expect(try await subject.storage.load("a").header.node, is: 1)
        try await subject.storage.recordCrash(
          SessionCrash(id: "a", time: .at(second), span: 600_000))
      }
      try await subject.reopen()
      let storage = subject.storage
      try subject.expect(try await storage.load("a").header.node, is: 0)
      try await storage.release("a", at: .at(3))
      let claimed = try await storage.claim(
        SessionClaim("a", for: 2, by: .unowned(DeadNodes())))
      try subject.expect(claimed.session.header.node, is: 2)
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
