#if SQLite

import BackstackStorage
import BackstackTestSupport
import CSQLite
import Testing

@testable import BackstackSQLite

/// The session rows that the writer thread caches.
struct SessionRowsTests {
  let folder: TemporaryFolder
  let storage: SQLiteStorage

  init() async throws {
    folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    storage = try await SQLiteStorage.open(configuration)
  }

  @Test("A session released from quarantine is listed by its new expiry")
  func released() async throws {
    var other = session("b")
    other.header.expires = StorageTime(milliseconds: 1_500_000)
    for new in [session("a"), other] { try await storage.create(NewSession(new)) }
    for time in 1...2 as ClosedRange<Int64> {
      let crash = SessionCrash(id: "a", time: StorageTime(milliseconds: time), span: 10)
      #expect(try await storage.recordCrash(crash) == (time == 2))
    }
    #expect(try await storage.sessions(by: .expiry, limit: 9).sessions.map(\.id) == ["a", "b"])
    #expect(try await storage.release("a", at: StorageTime(milliseconds: 5_000_000)))
    let listed = try await storage.sessions(by: .expiry, limit: 9).sessions
    #expect(listed.map(\.id) == ["b", "a"])
    #expect(listed.last?.expires == StorageTime(milliseconds: 6_000_000))
    await storage.close()
  }

  @Test("Rows are read once until another connection writes")
  func rowsAreReadOnceUntilAnotherConnectionWrites() async throws {
    for id in ["a", "b"] { try await storage.create(NewSession(session(id))) }
    let connection = try connect()
    let rows = SessionRows()
    try rows.begin(in: connection)
    let first = try rows.find(revision("a"), in: connection)
    #expect(try rows.find(revision("a"), in: connection) === first)

    // The connection's own writes do not invalidate the cache.
    try connection.run("UPDATE position SET epoch = 9 WHERE key = ?", [.integer(first.key)])
    try rows.begin(in: connection)
    #expect(try rows.find(revision("a"), in: connection) === first)
    try connection.run("UPDATE position SET epoch = 1 WHERE key = ?", [.integer(first.key)])

    _ = try await storage.claim("b")
    try rows.begin(in: connection)
    let second = try rows.find(revision("a"), in: connection)
    #expect(second !== first)
    #expect(second.header == first.header)
    await storage.close()
  }

  @Test("Writing a row fails when only the cache has it")
  func aRowThatIsRememberedOnlyIsNotWritten()
    async throws
  {
    try await storage.create(NewSession(session("a")))
    let connection = try connect()
    let rows = SessionRows()
    try rows.begin(in: connection)
    let row = try rows.find(revision("a"), in: connection)
    try row.updatePosition(in: connection)
    try connection.run("DELETE FROM position")
    #expect(throws: StorageError.corrupted("a session without a position")) {
      try row.updatePosition(in: connection)
    }
    await storage.close()
  }

  @Test("A forgotten row is read again") func whatIsForgottenIsReadAgain() async throws {
    try await storage.create(NewSession(session("a")))
    let connection = try connect()
    let rows = SessionRows()
    try rows.begin(in: connection)
    let first = try rows.find(revision("a"), in: connection)
    rows.forget("a")
    let second = try rows.find(revision("a"), in: connection)
    #expect(second !== first)
    rows.forgetAll()
    #expect(try rows.find(revision("a"), in: connection) !== second)
    await storage.close()
  }

  @Test("A forgotten row is read again, even if it was the least recently used")
  func whatIsForgottenIsReadAgainAlsoIfItWasUsedLongAgo() async throws {
    for id in ["a", "b"] { try await storage.create(NewSession(session(id))) }
    let connection = try connect()
    let rows = SessionRows(limit: 2)
    try rows.begin(in: connection)
    let first = try rows.find(revision("a"), in: connection)
    _ = try rows.find(revision("b"), in: connection)
    rows.forget("a")
    #expect(try rows.find(revision("a"), in: connection) !== first)
    await storage.close()
  }

  @Test("The cache keeps a limited number of rows", arguments: [1, 2, 6])
  func onlySoManyAreRemembered(
    limit: Int
  ) async throws {
    for number in 0..<8 { try await storage.create(NewSession(session("s\(number)"))) }
    let connection = try connect()
    let rows = SessionRows(limit: limit)
    try rows.begin(in: connection)
    var found: [SessionRow] = []
    for number in 0..<8 {
      found.append(try rows.find(revision("s\(number)"), in: connection))
    }
    // The most recently used row is cached; the least recently used one is not.
    #expect(try rows.find(revision("s7"), in: connection) === found[7])
    #expect(try rows.find(revision("s0"), in: connection) !== found[0])
    weak let second = found[1]
    found = []
    #expect(second == nil)
    await storage.close()
  }

  /// A tool claims and ends a session between the writes of a server.
  @Test("Writes of another connection are seen") func anothersWritesAreSeen() async throws {
    var configuration = storage.configuration
    configuration.isExclusive = false
    let other = try await SQLiteStorage.open(configuration)
    var mine = try await storage.create(NewSession(session("a")))
    mine = try await storage.update(SessionUpdate(mine, entries: [entry(1)], state: [1]))
    var theirs = try await other.claim("a").header.revision
    await #expect(throws: StorageError.fenced(current: 2)) {
      try await storage.update(SessionUpdate(mine, entries: [entry(2)], state: [2]))
    }
    theirs = try await other.update(SessionUpdate(theirs, entries: [entry(2)], state: [9]))
    // A write that matches the file is not refused because of a stale cached row.
    let next = try await storage.update(SessionUpdate(theirs, entries: [entry(3)], state: [3]))
    #expect(try await other.load("a").state == [3])
    #expect(try await other.journal(of: "a", limit: .max).entries.map(\.version) == [1, 2, 3])
    await #expect(throws: StorageError.versionConflict(current: 3)) {
      try await other.update(SessionUpdate(theirs, entries: [entry(3, record: [4])], state: [4]))
    }
    try await other.end(next, reason: "over", rememberedUntil: StorageTime(milliseconds: 9))
    await #expect(throws: StorageError.ended(reason: "over")) {
      try await storage.update(SessionUpdate(next, entries: [entry(4)], state: [4]))
    }
    await storage.close()
    await other.close()
  }

  /// The cached rows that a transaction changed are dropped when it is not committed.
  @Test("The cached rows of a failed transaction are forgotten")
  func aFailedTransactionIsForgotten() async throws {
    let first = try await storage.create(NewSession(session("a")))
    try await Locker(folder.file("sessions.db")).run(
      """
      CREATE TRIGGER damage BEFORE UPDATE ON position WHEN new.version = 2
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    let second = try await storage.update(SessionUpdate(first, entries: [entry(1)], state: [1]))
    await #expect(throws: StorageError.self) {
      try await storage.update(SessionUpdate(second, entries: [entry(2)], state: [2]))
    }
    try await Locker(folder.file("sessions.db")).run("DROP TRIGGER damage")
    #expect(try await storage.load("a").state == [1])
    try await storage.update(SessionUpdate(second, entries: [entry(2)], state: [3]))
    #expect(try await storage.load("a").state == [3])
    #expect(try await storage.journal(of: "a", limit: .max).entries.map(\.version) == [1, 2])
    #expect(try await SQLiteStorage.check(storage.configuration) == [])
    await storage.close()
  }

  @Test("Rarely changed columns are written with the others")
  func whatIsSeldomChangedIsWrittenWithTheRest() async throws {
    let first = try await storage.create(NewSession(session("a")))
    let expires = StorageTime(milliseconds: 9_000_000)
    try await storage.update(
      SessionUpdate(
        first, entries: [entry(1)], state: [1], metadata: [7], fingerprint: "q", expires: expires))
    let stored = try await storage.load("a")
    #expect(stored.header.expires == expires)
    #expect(stored.header.fingerprint == "q")
    #expect(stored.metadata == [7])
    let expiry = StorageWrite.Expiry(now: expires, rememberedUntil: expires, limit: 10)
    #expect(try await storage.expire(expiry).ids == ["a"])
    await storage.close()
  }

  // MARK: Support

  private func connect() throws -> SQLiteConnection {
    try SQLiteConnection(
      path: folder.file("sessions.db"), flags: SQLITE_OPEN_READWRITE, lockTimeout: 0)
  }

  private func entry(_ version: UInt64, record: [UInt8] = [1]) -> JournalEntry {
    JournalEntry(version: version, time: StorageTime(milliseconds: 0), record: record)
  }
}

#endif
