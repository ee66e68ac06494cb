#if SQLite

import BackstackStorage
import BackstackTestSupport
import CSQLite
import Foundation
import Testing

@testable import BackstackSQLite

/// Files with earlier formats.
struct SchemaTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() throws {
    folder = TemporaryFolder()
    configuration = .relaxed(in: folder)
  }

  /// Migrates through the given formats, as when servers of those versions opened the file.
  @Test("A file with the first format is migrated", arguments: [[], [2], [6], [7], [8]])
  func aFileOfTheFirstFormatIsBroughtForward(by formats: [Int]) async throws {
    let answer = StoredAnswer(
      key: AnswerKey(scope: "s1", key: "k"), created: time(0), expires: time(1000), body: [4, 2])
    do {
      let old = try OldFile(folder.file("sessions.db"))
      for number in 0..<20 { try old.add(stored(number), journal: journal(number)) }
      try AnswerRow.store(answer, in: old.connection)
      try old.end("s19", until: 5000)
      try old.connection.run("UPDATE journal SET time = 7 WHERE key = 19 AND version = 40")
      for format in formats {
        try SQLiteSchema(steps: Array(SQLiteSchema.current.steps[..<format]))
          .prepare(old.connection, creates: false)
        #expect(try old.connection.integer("PRAGMA user_version") == format)
      }
    }
    let storage = try await SQLiteStorage.open(configuration)
    var ids = try await storage.sessions(limit: 100).sessions.map(\.id)
    #expect(ids == (0..<19).map { "s\($0)" }.sorted())
    for number in 0..<18 {
      #expect(try await storage.load("s\(number)") == stored(number))
      let entries = journal(number, epoch: 0)
      let page = try await storage.journal(of: "s\(number)", limit: .max)
      #expect(page.entries == entries)
      #expect(page.oldest == entries.first?.version)
    }
    #expect(try await storage.answer(answer.key, at: time(0)) == answer)
    await #expect(throws: StorageError.ended(reason: "over")) { try await storage.load("s19") }
    // The damage is still detected.
    await #expect(throws: StorageError.unreadableRecord(id: "s18")) {
      try await storage.journal(of: "s18", limit: .max)
    }
    #expect(try await storage.load("s18") == stored(18))

    // The sessions stay usable.
    for number in 0..<18 {
      let id = "s\(number)"
      let node = UInt64(number % 3)
      let claimed = try await storage.claim(SessionClaim(id, for: node)).session
      #expect(claimed.state == stored(number).state)
      #expect(try await storage.load(id).header.node == node)
      let old = journal(number, epoch: 0)
      var current = claimed.header.revision
      var added: [JournalEntry] = []
      for _ in 0..<40 {
        added.append(entry(current.version + 1, epoch: 2, snapshot: [8]))
        current = try await storage.update(
          SessionUpdate(current, entries: [added[added.count - 1]], state: [8]))
      }
      #expect(try await storage.journal(of: id, limit: .max).entries == old + added)
      try await storage.update(
        SessionUpdate(current, retention: .init(count: 40 + old.count / 2)))
      let kept = try await storage.journal(of: id, limit: .max).entries
      #expect(kept == Array(old.suffix(old.count / 2)) + added)
      #expect(try await storage.load(id).state == [8])
    }
    try await storage.delete(try await storage.claim("s0").header.revision)
    ids.removeAll { $0 == "s0" }
    #expect(try await storage.sessions(limit: 100).sessions.map(\.id) == ids)
    await storage.close()
    #expect(
      try await SQLiteStorage.check(configuration)
        == [StorageError.unreadableRecord(id: "s18").description])
  }

  /// A row of a file with the second format has lost its numbers.
  @Test("A damaged row does not prevent the migration of a file")
  func aDamagedRowDoesNotKeepAFileFromBeingBroughtForward() async throws {
    do {
      let old = try OldFile(folder.file("sessions.db"))
      for number in 0..<3 { try old.add(stored(number), journal: journal(number)) }
      try SQLiteSchema(steps: [SQLiteSchema.first, SQLiteSchema.entriesInOrder])
        .prepare(old.connection, creates: false)
      try old.connection.run("PRAGMA writable_schema = ON")
      try old.connection.run(
        "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'session'")
    }
    let columns = [
      "feature", "fingerprint", "created", "ttl", "expires", "version", "epoch", "bytes",
      "metadata", "state_checksum", "checksum",
    ]
    let sets = columns.map { "\($0) = NULL" }.joined(separator: ", ")
    try await Locker(folder.file("sessions.db")).run(
      "UPDATE session SET \(sets) WHERE id = 's1'")
    let storage = try await SQLiteStorage.open(configuration)
    await #expect(throws: StorageError.unreadableRecord(id: "s1")) { try await storage.load("s1") }
    for number in [0, 2] {
      #expect(try await storage.load("s\(number)") == stored(number))
    }
    await storage.close()
  }

  /// The limit applies to later writes: the migration may exceed it temporarily.
  @Test("A file that is almost full is migrated")
  func aFileThatIsAlmostFullIsBroughtForward() async throws {
    do {
      let old = try OldFile(folder.file("sessions.db"))
      for number in 0..<300 { try old.add(session("s\(number)"), journal: []) }
      try old.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    var configuration = configuration
    configuration.maximumBytes =
      try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db"))).count + 8192
    let storage = try await SQLiteStorage.open(configuration)
    #expect(try await storage.count() == 300)
    await storage.close()
  }

  @Test("A file in an earlier format is upgraded by a server only, and copied as it is")
  func earlierFormat() async throws {
    try OldFile(folder.file("sessions.db")).add(stored(0), journal: journal(0))
    var readOnly = configuration
    readOnly.isReadOnly = true
    var tool = configuration
    tool.isExclusive = false
    let error = StorageError.unknownFormat(
      "its version is 1; a server that may write upgrades it to 9, and earlier programs can't open it "
        + "then: to try a program, use a copy")
    for configuration in [readOnly, tool] {
      await #expect(throws: error) { try await SQLiteStorage.open(configuration) }
      await #expect(throws: error) { try await SQLiteStorage.check(configuration) }
    }
    try await SQLiteStorage.backUp(tool, to: folder.file("copy.db"))
    #expect(try OldFile.format(of: folder.file("copy.db")) == 1)
    await (try SQLiteStorage.open(configuration)).close()
    let storage = try await SQLiteStorage.open(readOnly)
    #expect(try await storage.load("s0") == stored(0))
    await storage.close()
  }

  @Test("An empty file is no older format: it has lost its content")
  func emptyFile() throws {
    folder.write("", to: "sessions.db")
    let connection = try SQLiteConnection(
      path: folder.file("sessions.db"), flags: SQLITE_OPEN_READWRITE, lockTimeout: 0)
    #expect(throws: StorageError.corrupted("the file has lost its content")) {
      try SQLiteSchema.current.requireNewest(connection)
    }
  }

  @Test("A file that another process brings forward meanwhile is left as it is")
  func broughtForwardMeanwhile() throws {
    let path = folder.file("sessions.db")
    let other = try OldFile(path).connection
    let connection = try SQLiteConnection(
      path: path, flags: SQLITE_OPEN_READWRITE, lockTimeout: 0)
    try other.run("BEGIN IMMEDIATE")
    for step in SQLiteSchema.current.steps.dropFirst() {
      for statement in step { try other.run(SQLiteStatement(statement)) }
    }
    try other.run("PRAGMA user_version = \(SQLiteSchema.current.steps.count)")
    // Called when the connection waits for the other one, which is done then.
    sqlite3_busy_handler(
      connection.handle,
      { handle, _ in
        sqlite3_exec(OpaquePointer(handle), "COMMIT", nil, nil, nil) == SQLITE_OK ? 1 : 0
      }, UnsafeMutableRawPointer(other.handle))
    #expect(try connection.integer("PRAGMA user_version") == 1)
    try SQLiteSchema.current.prepare(connection, creates: false)
    #expect(!other.isInTransaction)
    try SQLiteSchema.current.requireNewest(connection)
  }

  // MARK: Support

  private func time(_ milliseconds: Int64) -> StorageTime {
    StorageTime(milliseconds: milliseconds)
  }

  private func stored(_ number: Int) -> StoredSession {
    var session = session("s\(number)", state: [UInt8](repeating: UInt8(number), count: number * 9))
    session.header.owner = number % 2 == 0 ? "owner" : nil
    session.header.version = journal(number).last?.version ?? 3
    session.metadata = [UInt8(number)]
    return session
  }

  /// Returns journals of different lengths, which begin at different versions.
  private func journal(_ number: Int, epoch: UInt64 = 1) -> [JournalEntry] {
    let first = UInt64(number * 7 % 40)
    return (first..<first + UInt64(number * 13 % 90)).map {
      entry($0, epoch: epoch, snapshot: $0 % 3 == 0 ? [UInt8(number), UInt8($0 % 250)] : nil)
    }
  }

  private func entry(_ version: UInt64, epoch: UInt64, snapshot: [UInt8]?) -> JournalEntry {
    JournalEntry(
      version: version, epoch: epoch, time: time(Int64(version)),
      record: [1, UInt8(truncatingIfNeeded: version)],
      snapshot: snapshot)
  }
}

/// Writes files as the first format's writer did.
private struct OldFile {
  let connection: SQLiteConnection

  init(_ path: String) throws {
    connection = try SQLiteConnection(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, lockTimeout: 0)
    try connection.each("PRAGMA journal_mode = WAL") { _ in }
    try SQLiteSchema(steps: [SQLiteSchema.first]).prepare(connection, creates: true)
  }

  /// Returns the format of a file.
  static func format(of path: String) throws -> Int {
    try SQLiteConnection(path: path, flags: SQLITE_OPEN_READONLY, lockTimeout: 0)
      .integer("PRAGMA user_version")
  }

  func add(_ session: StoredSession, journal: [JournalEntry]) throws {
    let header = session.header
    let row = SessionRow(header, metadata: session.metadata, key: 0)
    row.stateChecksum = Checksum.of(session.state)
    row.oldest = journal.first?.version
    row.journalBytes = journal.reduce(0) { $0 + $1.byteCount }
    try connection.run(
      """
      INSERT INTO session (id, feature, owner, fingerprint, created, ttl, expires, minute, version,
        epoch, oldest, bytes, metadata, state_checksum, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(header.id), .text(header.feature), .text(header.owner), .text(header.fingerprint),
        .integer(header.created.milliseconds), .integer(header.timeToLive),
        .integer(header.expires.milliseconds), .integer(header.expires.minute),
        .integer(header.version), .integer(header.epoch),
        row.oldest.map { .integer($0) } ?? .null, .integer(row.journalBytes),
        .blob(row.metadata), .integer(row.stateChecksum), .integer(row.checksum),
      ])
    let key = connection.lastKey
    try connection.run(
      "INSERT INTO state (key, state) VALUES (?, ?)", [.integer(key), .blob(session.state)])
    for entry in journal {
      let snapshot = entry.snapshot.map(Checksum.of)
      try connection.run(
        """
        INSERT INTO journal (key, version, time, checksum, snapshot_checksum, record, snapshot)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(key), .integer(entry.version), .integer(entry.time.milliseconds),
          .integer(EntryRow.checksum(of: entry, under: 0, snapshot: snapshot)),
          snapshot.map { .integer($0) } ?? .null, .blob(entry.record), .blob(entry.snapshot),
        ])
    }
  }

  func end(_ id: String, until: Int64) throws {
    for table in ["state", "journal"] {
      try connection.run(
        "DELETE FROM \(table) WHERE key = (SELECT key FROM session WHERE id = ?)", [.text(id)])
    }
    try connection.run(
      """
      UPDATE session SET ended = 'over', expires = ?1, minute = ?1 / 60000, checksum = ?2,
        metadata = x'', oldest = NULL, bytes = 0
      WHERE id = ?3
      """,
      [
        .integer(until),
        .integer(SessionRow.checksum(ofEnded: id, reason: "over", until: until)), .text(id),
      ])
  }
}

#endif
