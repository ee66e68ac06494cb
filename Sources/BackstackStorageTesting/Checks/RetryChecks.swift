import BackstackStorage

extension StorageConformance {
  /// Checks of writes that are sent again because their result was lost.
  static let retryChecks = [
    StorageCheck("An entry has the epoch under which it was stored") { subject in
      // Whatever epoch the entries of the writes have.
      var session = StoredSession.sample(version: 1)
      session.header.epoch = 3
      let new = NewSession(session, journal: [.sample(0, epoch: 9), .sample(1, epoch: 9)])
      var revision = try await subject.storage.create(new)
      revision = try await subject.storage.update(.step(revision))
      revision = try await subject.storage.claim("a").header.revision
      try await subject.storage.update(.step(revision))
      try await subject.reopen()
      let entries = [3, 3, 3, 4].enumerated().map { version, epoch in
        JournalEntry.sample(UInt64(version), epoch: epoch)
      }
      let storage = subject.storage
      try subject.expect(
        try await storage.journal(of: "a", limit: 9, snapshots: false).entries, is: entries)
      try subject.expect(
        try await storage.claim(SessionClaim("a", entryLimit: 9)).journal.entries, is: entries)
    },
    StorageCheck("An update that is sent again has the same result and is stored once") { subject in
      let revision = try await subject.storage.create(
        NewSession(.sample(), journal: [.sample(0)]))
      let answer = StoredAnswer.sample("k")
      let update = SampleWrite.update(.step(revision, answer: answer))
      let success = SampleWrite.Result.success(.revision(revision.later()))
      // The second one may share a transaction with the first, the third can't.
      let results = await subject.storage.submitAll([update, update]).results
      try subject.expect(results, is: [success, success])
      try await subject.reopen()
      let storage = subject.storage
      try subject.expect(await storage.result(of: update), is: success)
      try subject.expect(
        try await storage.journal(of: "a", limit: 9).entries, is: [.sample(0), .sample(1)])
      try subject.expect(try await storage.load("a").state, is: Array("state 1".utf8))
      try subject.expect(try await storage.answer(answer.key, at: .at(1)), is: answer)
      // Also when the session is at a later version by now, which stays as it is.
      let last = try await storage.update(.step(revision.later()))
      try subject.expect(await storage.result(of: update), is: success)
      try subject.expect(try await storage.load("a").header.revision, is: last)
      try subject.expect(try await storage.load("a").state, is: Array("state 2".utf8))
    },
    StorageCheck("An update of several actions that is sent again is stored once") { subject in
      let revision = try await subject.storage.create(
        NewSession(.sample(), journal: [.sample(0)]))
      let entries = (1...40).map { JournalEntry.sample($0, snapshot: $0 == 40 ? [7] : nil) }
      let update = SessionUpdate(
        revision, entries: entries, state: [7], retention: JournalRetention(count: 1))
      for _ in 0..<3 {
        let result = try await subject.storage.update(update)
        try subject.expect(result, is: revision.later(40))
        try await subject.reopen()
      }
      try subject.expect(
        try await subject.storage.journal(of: "a", limit: 99).entries, is: [entries[39]])
    },
    StorageCheck("Another update to the same version is refused, although its epoch is the same") {
      subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      try await storage.update(.step(revision))
      var later = JournalEntry.sample(1)
      later.time = .at(2)
      let others: [[JournalEntry]] = [
        [], [.sample(1, size: 9)], [.sample(1, snapshot: [])], [later], [.sample(1), .sample(2)],
      ]
      for entries in others {
        try await subject.expect(.versionConflict(current: 1)) { () throws(StorageError) in
          try await storage.update(SessionUpdate(revision, entries: entries, state: [9]))
        }
      }
      // One action is stored, but not the other one, which the same update contains.
      try subject.expect(try await storage.load("a").state, is: Array("state 1".utf8))
      try subject.expect(
        try await storage.journal(of: "a", limit: 9).entries, is: [.sample(0), .sample(1)])
    },
    StorageCheck("An update that is sent again after a claim leaves what the claim returned") {
      subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      let update = SampleWrite.update(.step(revision))
      let success = SampleWrite.Result.success(.revision(revision.later()))
      let results = await storage.submitAll([
        update, .claim(SessionClaim("a", entryLimit: 9)), update,
      ]).results
      guard case .success(.claimed(let claimed)) = results[1] else {
        throw StorageCheckFailure(description: "\(results[1])")
      }
      try subject.expect(claimed.journal.entries, is: [.sample(0), .sample(1)])
      try subject.expect(results[2], is: success)
      try subject.expect(try await storage.load("a"), is: claimed.session)
      // The next owner continues, and the older one still learns that its action was stored.
      try await storage.update(.step(claimed.session.header.revision))
      try subject.expect(await storage.result(of: update), is: success)
      try subject.expect(
        try await storage.journal(of: "a", limit: 9).entries,
        is: [.sample(0), .sample(1), .sample(2, epoch: 2)])
    },
    StorageCheck("An older owner's update is fenced if the next owner stored the same version") {
      subject in
      let storage = subject.storage
      let stale = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      let claimed = try await storage.claim("a").header.revision
      // The same action at the same time, but not the same write.
      try await storage.update(.step(claimed))
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.update(.step(stale))
      }
      try subject.expect(
        try await storage.journal(of: "a", limit: 9).entries,
        is: [.sample(0), .sample(1, epoch: 2)])
    },
    StorageCheck("An older owner's update whose entry is trimmed is neither stored nor fenced") {
      subject in
      let storage = subject.storage
      let stale = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      try await storage.update(.step(stale))
      var revision = try await storage.claim("a").header.revision
      for _ in 0..<3 { revision = try await storage.update(.step(revision)) }
      try await storage.update(
        SessionUpdate(revision, retention: JournalRetention(count: 1)))
      // Nobody can tell a retry of the update that was stored from another one.
      try await subject.expectTemporary { () throws(StorageError) in
        try await storage.update(.step(stale))
      }
      // The newest entry is still there to tell.
      try await subject.expect(.fenced(current: 2)) { () throws(StorageError) in
        try await storage.update(.step(stale.later(3)))
      }
      try subject.expect(try await storage.load("a").header.revision, is: revision)
      // The storage works for others.
      try await storage.update(.step(revision))
    },
    StorageCheck("An update without actions that is sent again keeps its answer") { subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample(), journal: [.sample(0)]))
      let answer = StoredAnswer.sample("k")
      let update = SessionUpdate(revision, expires: .at(9), answers: [answer])
      for _ in 0..<2 {
        let result = try await storage.update(update)
        try subject.expect(result, is: revision)
      }
      try subject.expect(try await storage.answer(answer.key, at: .at(1)), is: answer)
    },
    StorageCheck("A creation that is sent again has the same result") { subject in
      let new = NewSession(
        .sample(), journal: [.sample(0)], answer: .sample("k", of: "clients"))
      let create = SampleWrite.create(new)
      let success = SampleWrite.Result.success(.revision(new.session.header.revision))
      let results = await subject.storage.submitAll([create, create]).results
      try subject.expect(results, is: [success, success])
      try await subject.reopen()
      let storage = subject.storage
      try subject.expect(await storage.result(of: create), is: success)
      try subject.expect(try await storage.count(), is: 1)
      try subject.expect(
        try await storage.journal(of: "a", limit: 9).entries, is: [.sample(0)])
      // The same session for another request is another creation.
      var other = new
      other.answer = .sample("other", of: "clients")
      try subject.expect(await storage.result(of: .create(other)), is: .failure(.exists))
      // Once the session has changed, its creator knows that it was stored.
      try await storage.update(.step(new.session.header.revision))
      try subject.expect(await storage.result(of: create), is: .failure(.exists))
    },
  ]
}
