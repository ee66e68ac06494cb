#if SQLite

import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import CSQLite
import Foundation
import Testing

@testable import BackstackSQLite

/// The layout of journals and states in a file, and the removal of garbage.
struct JournalLayoutTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() throws {
    folder = TemporaryFolder()
    configuration = .relaxed(in: folder)
  }

  @Test("Actions of one commit share pages") func actionsOfOneCommitSharePages() async throws {
    var configuration = configuration
    configuration.checkpointPages = 1_000_000
    let storage = try await SQLiteStorage.open(configuration)
    var current = (0..<64).map { revision("s\($0)") }
    for start in current { try await storage.create(NewSession(session(start.id))) }
    let before = try logSize()
    for version in 1...100 as ClosedRange<UInt64> {
      let gate = Gate()
      await gate.block(storage)
      let updates = current.map { action($0, retention: .init(count: 20)) }
      _ = await submitAll(updates.map { .update($0) }, to: storage) { gate.open() }
      current = updates.map(\.result)
      #expect(current[0].version == version)
    }
    // Before entries were stored in order of arrival, each wrote a separate page.
    let pages = (try logSize() - before) / 4120
    #expect((1..<3200).contains(pages), "\(pages) pages for 6,400 actions")
    await storage.close()
  }

  @Test("A state that is also a snapshot is stored once") func aStateThatIsASnapshotIsStoredOnce()
    async throws
  {
    let storage = try await SQLiteStorage.open(configuration)
    let state = [UInt8](repeating: 1, count: 100)
    try await storage.create(NewSession(session("a", state: state)))
    #expect(try count("state") == 1)
    var current = revision("a")
    current = try await storage.update(action(current, state: state))
    #expect(try count("state") == 0)
    #expect(try await storage.load("a").state == state)
    current = try await storage.update(
      SessionUpdate(current, entries: [entry(2)], state: state))
    #expect(try count("state") == 1)
    current = try await storage.update(action(current, state: [9]))
    #expect(try count("state") == 0)
    #expect(try await storage.load("a").state == [9])
    await storage.close()
  }

  /// A state of a size in which one byte is the version's.
  private func state(_ version: UInt64, size: Int = 5_000) -> [UInt8] {
    var state = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    state[size / 2] = UInt8(truncatingIfNeeded: version)
    return state
  }

  @Test("Of a state that changes little, entries store what changed", arguments: [false, true])
  func differences(areSnapshots: Bool) async throws {
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a", state: state(0))))
    var expected: [JournalEntry] = []
    for version in 1...200 as ClosedRange<UInt64> {
      let entry = entry(version, snapshot: areSnapshots ? state(version) : nil)
      expected.append(entry)
      current = try await storage.update(
        SessionUpdate(current, entries: [entry], state: state(version)))
    }
    let stored = try sum("length(snapshot)", of: "entry")
    // Each block has a snapshot that is whole.
    #expect(areSnapshots ? (35_000..<45_000).contains(stored) : (400..<2_000).contains(stored))
    #expect(try sum("length(state)", of: "state") == (areSnapshots ? 0 : 5_000))
    for _ in 1...2 {
      #expect(try await storage.load("a").state == state(200))
      #expect(try await storage.journal(of: "a", limit: .max).entries == expected)
      current = try await storage.claim("a").header.revision
    }
    // The claimant knows no base: it stores the next state whole, and then what changed again.
    for version in 201...203 as ClosedRange<UInt64> {
      current = try await storage.update(
        SessionUpdate(current, entries: [entry(version)], state: state(version)))
      #expect(try await storage.load("a").state == state(version))
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("A state is stored whole once its differences have taken twice its size")
  func wholeNowAndThen() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a", state: state(0))))
    var wholes = 0
    for version in 1...300 as ClosedRange<UInt64> {
      // A tenth of it changes, further up each time.
      var state = state(0)
      for index in 0..<500 {
        state[index + Int(version) * 10] ^= UInt8(truncatingIfNeeded: version) | 1
      }
      current = try await storage.update(
        SessionUpdate(current, entries: [entry(version)], state: state))
      wholes += try count("position WHERE state_row IS NULL")
      #expect(try await storage.load("a").state == state)
    }
    #expect((10...50).contains(wholes), "\(wholes)")
    await storage.close()
  }

  @Test("A large state is stored whole, and others don't lose their bases for it")
  func largeState() async throws {
    let rows = SessionRows(baseLimit: 1_600)
    let connection = try SQLiteConnection(
      path: folder.file("sessions.db"), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
      lockTimeout: 0)
    try SQLiteSchema.current.prepare(connection, creates: true)
    func row(_ id: String, size: Int) throws -> SessionRow {
      let row = try SessionRow.insert(
        NewSession(session(id, state: state(0, size: size))), in: connection)
      rows.remember(row)
      rows.limitBases(with: row)
      return row
    }
    func hasBase(_ row: SessionRow, size: Int) -> Bool {
      row.difference(of: state(1, size: size)).byteCount > 0
    }
    let small = try row("small", size: 100)
    let large = try row("large", size: 101)
    #expect(hasBase(small, size: 100) && !hasBase(large, size: 101))
    let others = try (0..<15).map { try row("s\($0)", size: 100) }
    #expect(hasBase(small, size: 100) && others.allSatisfy { hasBase($0, size: 100) })
    // All together would be too large now.
    let next = try row("next", size: 100)
    #expect(!hasBase(small, size: 100) && !hasBase(next, size: 100))
    let last = try row("last", size: 100)
    #expect(hasBase(last, size: 100))
  }

  @Test("A large entry's snapshot depends on none of the block before, which is removed first")
  func largeRecord() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a")))
    current = try await storage.update(action(current, state: state(1, size: 1_000)))
    var large = entry(2, snapshot: state(2, size: 1_000))
    large.record = [UInt8](repeating: 1, count: 5_000)
    current = try await storage.update(
      SessionUpdate(current, entries: [large], state: state(2, size: 1_000)))
    try await storage.update(SessionUpdate(current, retention: .init(count: 1)))
    try await sweep(storage)
    #expect(try count("entry") == 1)
    #expect(try await storage.load("a").state == state(2, size: 1_000))
    #expect(try await storage.journal(of: "a", limit: .max).entries == [large])
    await storage.close()
  }

  @Test("A state of which much changes leaves little behind")
  func largeDifferences() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a", state: state(0, size: 50_000))))
    for version in 1...60 as ClosedRange<UInt64> {
      var state = state(0, size: 50_000)
      for index in 0..<10_000 { state[index] ^= UInt8(truncatingIfNeeded: version) | 1 }
      current = try await storage.update(
        SessionUpdate(current, entries: [entry(version)], state: state))
      #expect(try await storage.load("a").state == state)
    }
    #expect(try sum("length(snapshot)", of: "entry") < 60 * 1_024)
    await storage.close()
  }

  @Test("A snapshot or a state is unreadable without its base, and the next one is not")
  func damagedBase() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    for (id, hasSnapshots) in [("a", true), ("b", false)] {
      var current = try await storage.create(NewSession(session(id, state: state(0))))
      for version in 1...3 as ClosedRange<UInt64> {
        let entry = entry(version, snapshot: hasSnapshots ? state(version) : nil)
        current = try await storage.update(
          SessionUpdate(current, entries: [entry], state: state(version)))
      }
    }
    let other = try Locker(folder.file("sessions.db"))
    try await other.run("UPDATE entry SET snapshot = x'01' WHERE length(snapshot) = 5000")
    try await other.run("UPDATE state SET state = x'01'")
    for id in ["a", "b"] {
      await #expect(throws: StorageError.unreadableRecord(id: id)) { try await storage.load(id) }
      let next = SessionUpdate(revision(id, 3), entries: [entry(4)], state: state(4))
      try await storage.update(next)
      #expect(try await storage.load(id).state == state(4))
    }
    // The base is no base itself, or another session's.
    for damage in [
      "base = row", "base = 1 + (SELECT max(row) FROM entry)", "base = row + 3", "length = -1",
    ] {
      try await other.run("UPDATE entry SET \(damage) WHERE base IS NOT NULL")
      await #expect(throws: StorageError.unreadableRecord(id: "a")) {
        try await storage.journal(of: "a", limit: .max)
      }
    }
    await storage.close()
  }

  @Test("A state survives the removal of the entry that contains it")
  func stateOfTrimmedEntry() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    let start = try await storage.update(action(revision("a"), state: [7]))
    let entries = (start.version + 1...40).map { entry($0) }
    try await storage.update(SessionUpdate(start, entries: entries, retention: .init(count: 2)))
    #expect(try count("state") == 1)
    try await sweep(storage)
    #expect(try count("entry") == 9)
    #expect(try await storage.load("a").state == [7])
    #expect(try await storage.claim("a").state == [7])
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("The state is not copied when the first entry that is left contains it")
  func stateOfFirstEntryLeft() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a")))
    for _ in 1..<JournalBlock.length { current = try await storage.update(action(current)) }
    current = try await storage.update(
      action(current, state: [7], retention: .init(count: 1)))
    #expect(current.version == JournalBlock.length)
    try await sweep(storage)
    #expect(try count("entry") == 1)
    #expect(try count("state") == 0)
    #expect(try await storage.load("a").state == [7])
    await storage.close()
  }

  @Test("A damaged entry that contains the state is reported and kept")
  func aDamagedEntryThatHasTheStateIsReportedAndKept() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    for id in ["a", "b", "c"] {
      try await storage.create(NewSession(session(id)))
      try await storage.update(action(revision(id), state: [1, 2, 3]))
    }
    let other = try Locker(folder.file("sessions.db"))
    let key = "(SELECT key FROM session WHERE id ="
    try await other.run("UPDATE entry SET snapshot = x'010204' WHERE key = \(key) 'a')")
    try await other.run("DELETE FROM entry WHERE key = \(key) 'b')")
    for id in ["a", "b"] {
      let error = StorageError.unreadableRecord(id: id)
      await #expect(throws: error) { try await storage.load(id) }
      await #expect(throws: error) { try await storage.claim(id) }
      await #expect(throws: error) { try await storage.journal(of: id, limit: 1) }
    }
    #expect(try await storage.load("c").state == [1, 2, 3])
    #expect(
      try await SQLiteStorage.check(configuration)
        == ["a", "b"].map { StorageError.unreadableRecord(id: $0).description })
    // A write with a new state works, and the damaged entry is kept.
    try await storage.update(action(revision("a", 1), state: [5]))
    #expect(try await storage.claim("a").state == [5])
    #expect(try count("entry") == 3)
    await storage.close()
  }

  @Test("Trimmed entries are removed in the end") func whatIsTrimmedIsRemovedInTheEnd() async throws
  {
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("idle")))
    try await storage.update(action(revision("idle"), state: [7]))
    var current = (0..<10).map { revision("s\($0)") }
    for start in current { try await storage.create(NewSession(session(start.id))) }
    let length = Int(JournalBlock.length)
    var most = 0
    for _ in 0..<40 {
      for index in current.indices {
        let first = current[index].version + 1
        let entries = (first..<first + UInt64(length)).map { entry($0) }
        current[index] = try await storage.update(
          SessionUpdate(current[index], entries: entries, retention: .init(count: 5)))
      }
      most = max(most, try count("entry"))
    }
    // 12,800 were written in total.
    #expect(most < (Garbage.limit + 30) * length)
    try await sweep(storage)
    // Up to two blocks of each session can have entries that stay.
    #expect(try count("entry") <= 20 * length + 1)
    #expect(try count("garbage") == 0)
    for revision in current {
      let page = try await storage.journal(of: revision.id, limit: .max)
      #expect(page.entries == (revision.version - 4...revision.version).map { entry($0) })
    }
    #expect(try await storage.load("idle").state == [7])
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("The rows of ended sessions are removed") func whatIsLeftOfSessionsIsRemoved() async throws
  {
    let storage = try await SQLiteStorage.open(configuration)
    var kept = try await storage.create(NewSession(session("kept")))
    for number in 0..<600 {
      let id = "s\(number)"
      var current = try await storage.create(NewSession(session(id)))
      for _ in 0..<(number % 3) { current = try await storage.update(action(current)) }
      kept = try await storage.update(action(kept))
      if number % 2 == 0 {
        try await storage.delete(current)
      } else {
        try await storage.end(current, reason: "over", rememberedUntil: expiry.now)
      }
    }
    for _ in 0..<4 { try await sweep(storage) }
    #expect(try count("entry") == 600)
    #expect(try count("garbage") == 0)
    #expect(try count("state") == 0)
    let page = try await storage.journal(of: "kept", limit: .max)
    #expect(page.entries.map(\.version) == Array(1...600))
    await storage.close()
  }

  @Test("A damaged block removes no entries of other sessions")
  func aDamagedBlockTakesNoEntriesOfOthers()
    async throws
  {
    let storage = try await SQLiteStorage.open(configuration)
    for id in ["a", "b"] {
      var current = try await storage.create(NewSession(session(id)))
      for version in 1...40 as ClosedRange<UInt64> {
        current = try await storage.update(SessionUpdate(current, entries: [entry(version)]))
      }
    }
    let other = try Locker(folder.file("sessions.db"))
    let key = "(SELECT key FROM session WHERE id ="
    // The block of a names the rows of b, and one piece of garbage is not a valid block.
    try await other.run(
      "UPDATE block SET first = first + 40 WHERE key = \(key) 'a')")
    try await other.run(
      "INSERT INTO garbage (key, before, first, gaps) VALUES (\(key) 'b'), 1, 41, x'0080')")
    try await other.run(
      "INSERT INTO garbage (key, before, first, gaps) VALUES (\(key) 'b'), 2, 41, x'0000')")
    await #expect(throws: StorageError.unreadableRecord(id: "a")) {
      try await storage.journal(of: "a", limit: 5)
    }
    try await storage.update(SessionUpdate(revision("a", 40), retention: .init(count: 2)))
    try await sweep(storage)
    #expect(try count("garbage") == 0)
    let page = try await storage.journal(of: "a", limit: 5)
    #expect(page.entries.map(\.version) == [39, 40])
    let whole = try? await storage.journal(of: "b", from: 2, limit: .max)
    #expect(whole?.entries.map(\.version) == Array(2...40))
    await storage.close()
  }

  @Test("Entries that cannot be removed do not prevent the removal of others")
  func entriesThatCanNotBeRemovedHinderNobody() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await Locker(folder.file("sessions.db")).run(
      """
      CREATE TRIGGER damage BEFORE DELETE ON entry WHEN old.version = 7
      BEGIN SELECT raise(ABORT, 'damaged'); END
      """)
    var current = try await storage.create(NewSession(session("a")))
    for _ in 0..<2 * Garbage.limit * Int(JournalBlock.length) + 100 {
      current = try await storage.update(action(current, state: [7], retention: .init(count: 1)))
    }
    try await sweep(storage)
    #expect(try count("garbage") == 0)
    // The entries of the blocks that were collected together with the damaged one.
    let rest = try count("entry")
    #expect((1...(Garbage.limit + 1) * Int(JournalBlock.length)).contains(rest))
    #expect(try await storage.load("a").state == [7])
    await storage.close()
  }

  @Test("A full file has space again once sessions are removed")
  func aFullFileHasRoomForWhatWasRemoved()
    async throws
  {
    var configuration = configuration
    configuration.maximumBytes = 400_000
    let storage = try await SQLiteStorage.open(configuration)
    var stored: [SessionRevision] = []
    var failure: StorageError?
    while stored.count < 1000, failure == nil {
      let new = new("s\(stored.count)", size: 9000)
      switch await submitAll([.create(new)], to: storage)[0] {
      case .success: stored.append(new.session.header.revision)
      case .failure(let error): failure = error
      }
    }
    #expect(failure == .full)
    // The entries of these sessions are still garbage.
    for revision in stored.prefix(5) {
      try await storage.end(revision, reason: "over", rememberedUntil: expiry.now)
    }
    for number in 0..<4 { try await storage.create(new("late\(number)", size: 9000)) }
    for revision in stored.dropFirst(5) {
      #expect(try await storage.load(revision.id).state.count == 9000)
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("A write can use the space of all garbage") func aWriteHasTheRoomOfAllThatWasRemoved()
    async throws
  {
    var configuration = configuration
    configuration.maximumBytes = 2_000_000
    let storage = try await SQLiteStorage.open(configuration)
    // Each of its entries is a separate block.
    let large = (0..<220).map { entry(UInt64($0), snapshot: [UInt8](repeating: 1, count: 7000)) }
    var old = session("old")
    old.header.version = 219
    try await storage.create(NewSession(old, journal: large))
    let gate = Gate()
    await gate.block(storage)
    // Needs the space of several portions of garbage, from the write just before.
    let writes: [SampleWrite] = [
      .end(old.header.revision, reason: "over", rememberedUntil: expiry.now),
      .create(new("new", size: 400_000)),
    ]
    let results = await submitAll(writes, to: storage) { gate.open() }
    #expect(results == [.success(.none), .success(.revision(revision("new")))])
    #expect(try await storage.load("new").state.count == 400_000)
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("A storage whose garbage cannot be removed closes, and the next one removes it")
  func lockedGarbage() async throws {
    var configuration = configuration
    configuration.lockTimeout = 0
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(new("a", size: 100))
    let gate = Gate()
    var expiry = expiry
    expiry.now = StorageTime(milliseconds: .max / 4)
    expiry.rememberedUntil = StorageTime(milliseconds: .max / 2)
    // The thread is blocked after it has committed the write, before it removes garbage.
    await gate.block(storage) { [expiry] completion in
      .expire(expiry) { _ in completion() }
    }
    let other = try Locker(configuration.path)
    try await other.lock()
    gate.open()
    await storage.close()
    #expect(try count("garbage") == 1)
    try await other.unlock()
    let next = try await SQLiteStorage.open(configuration)
    try await sweep(next)
    #expect(try count("garbage") == 0)
    #expect(try count("entry") == 0)
    await next.close()
  }

  // MARK: Support

  /// Makes the storage collect garbage.
  private func sweep(_ storage: SQLiteStorage) async throws {
    _ = try await storage.expire(expiry)
    // Collection happens after the result is reported, and before the next write.
    try await storage.probe()
  }

  private let expiry = StorageWrite.Expiry(
    now: StorageTime(milliseconds: 1), rememberedUntil: StorageTime(milliseconds: 1), limit: 1000)

  private func entry(_ version: UInt64, snapshot: [UInt8]? = nil) -> JournalEntry {
    JournalEntry(
      version: version, time: StorageTime(milliseconds: 0),
      record: [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 100),
      snapshot: snapshot)
  }

  /// Returns the next action of a session, with its state as a snapshot.
  private func action(
    _ revision: SessionRevision, state: [UInt8] = [UInt8](repeating: 7, count: 200),
    retention: JournalRetention? = nil
  ) -> SessionUpdate {
    SessionUpdate(
      revision, entries: [entry(revision.version + 1, snapshot: state)], state: state,
      retention: retention)
  }

  private func new(_ id: String, size: Int) -> NewSession {
    let state = [UInt8](repeating: 1, count: size)
    return NewSession(session(id, state: state), journal: [entry(0, snapshot: state)])
  }

  @Test("The rows of expired sessions are removed soon") func whatExpiresIsGoneSoon() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    for number in 0..<10 {
      let start = try await storage.create(NewSession(session("s\(number)")))
      let entries = (1...UInt64(40 * Garbage.limit)).map { version in
        JournalEntry(version: version, time: StorageTime(milliseconds: 0), record: [1])
      }
      try await storage.update(SessionUpdate(start, entries: entries))
    }
    let (now, later) = (StorageTime(milliseconds: .max / 4), StorageTime(milliseconds: .max / 2))
    _ = try await storage.expire(.init(now: now, rememberedUntil: later, limit: 100))
    await storage.close()
    #expect(try count("garbage") == 0)
    #expect(try count("entry") == 0)
  }

  /// Returns the number of rows of a table.
  private func count(_ table: String) throws -> Int {
    let connection = try SQLiteConnection(
      path: folder.file("sessions.db"), flags: SQLITE_OPEN_READONLY, lockTimeout: 1000)
    return try connection.integer("SELECT count(*) FROM \(table)")
  }

  private func sum(_ expression: String, of table: String) throws -> Int {
    let connection = try SQLiteConnection(
      path: folder.file("sessions.db"), flags: SQLITE_OPEN_READONLY, lockTimeout: 1000)
    return try connection.integer("SELECT coalesce(sum(\(expression)), 0) FROM \(table)")
  }

  private func logSize() throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db-wal"))).count
  }
}

#endif
