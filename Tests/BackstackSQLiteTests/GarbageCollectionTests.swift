#if SQLite

import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import CSQLite
import Testing

@testable import BackstackSQLite

/// The steps in which garbage is collected.
@Suite struct GarbageCollectionTests {
  let folder = TemporaryFolder()

  @Test(
    "A step removes the entries of a bounded number of rows, and the last one forgets the blocks")
  func steps() async throws {
    let connection = try await garbage()
    let before = try connection.integer("SELECT count(*) FROM entry")
    let step = Int(GarbageCollection.step)
    #expect(try Garbage.collect(in: connection) == 0)
    #expect(try connection.integer("SELECT count(*) FROM entry") == before - step)
    #expect(try connection.integer("SELECT count(*) FROM garbage") == blocks)
    #expect(try Garbage.collect(in: connection) == 0)
    #expect(try connection.integer("SELECT count(*) FROM entry") == before - 2 * step)
    #expect(try Garbage.collect(in: connection) == blocks)
    #expect(try connection.integer("SELECT count(*) FROM entry") == before - dead)
    #expect(try connection.integer("SELECT count(*) FROM garbage") == 0)
    #expect(try connection.integer("SELECT count(*) FROM collection") == 0)
    #expect(try Garbage.collect(in: connection) == nil)
  }

  @Test("A collection doesn't examine rows again that a step before has freed")
  func freedRows() async throws {
    let connection = try await garbage()
    #expect(try Garbage.collect(in: connection) == 0)
    // The entry of another session that has the key and the row of a removed one.
    try connection.run(
      """
      INSERT INTO entry (row, key, version, time, checksum, record)
      SELECT 7, key, 1, 0, 0, x'' FROM position
      """)
    while try Garbage.collect(in: connection) != nil {}
    #expect(try connection.integer("SELECT count(*) FROM entry WHERE row = 7") == 1)
    #expect(try connection.integer("SELECT count(*) FROM garbage") == 0)
  }

  @Test("Blocks that come later don't join a collection that has begun")
  func laterBlocks() async throws {
    let connection = try await garbage()
    #expect(try Garbage.collect(in: connection) == 0)
    // Its rows are among those that the collection is done with.
    try connection.run(
      """
      INSERT INTO entry (row, key, version, time, checksum, record)
      SELECT 7, key, 1, 0, 0, x'' FROM position
      """)
    try connection.run(
      "INSERT INTO garbage (key, before, first, gaps) SELECT key, 2, 7, x'' FROM position")
    #expect(try Garbage.collect(in: connection) == 0)
    #expect(try Garbage.collect(in: connection) == blocks)
    #expect(try connection.integer("SELECT count(*) FROM entry WHERE row = 7") == 1)
    #expect(try Garbage.collect(in: connection) == 1)
    #expect(try connection.integer("SELECT count(*) FROM entry WHERE row = 7") == 0)
  }

  @Test(
    "A damaged progress does not prevent later collections",
    arguments: ["0, -5, 7", "0, 99999, 9223372036854775807", "7, 1, -3"])
  func damagedProgress(_ values: String) async throws {
    let connection = try await garbage()
    try connection.run(SQLiteStatement("INSERT INTO collection VALUES (\(values))"))
    var steps = 0
    while try connection.integer("SELECT count(*) FROM garbage") > 0, steps < 10 {
      _ = try Garbage.collect(in: connection)
      steps += 1
    }
    #expect(steps < 10)
    #expect(try connection.integer("SELECT count(*) FROM collection") == 0)
  }

  @Test("Blocks at the largest row are collected")
  func largestRow() async throws {
    let connection = try await garbage()
    try connection.run(
      "INSERT INTO garbage (key, before, first, gaps) VALUES (1, 2, 9223372036854775807, x'')")
    for _ in 0..<4 { _ = try Garbage.collect(in: connection) }
    #expect(try connection.integer("SELECT count(*) FROM garbage") == 0)
    #expect(try connection.integer("SELECT count(*) FROM entry") == 3000 - dead)
  }

  // MARK: Support

  /// The number of blocks.
  private let blocks = 93
  /// The number of their entries.
  private let dead = 2975

  /// Returns a connection to a file with garbage that takes three steps to collect.
  private func garbage() async throws -> SQLiteConnection {
    let storage = try await SQLiteStorage.open(.relaxed(in: folder))
    let start = try await storage.create(NewSession(session("a")))
    let entries = (1...3000).map { version in
      JournalEntry(version: version, time: StorageTime(milliseconds: 0), record: [1])
    }
    try await storage.update(
      SessionUpdate(start, entries: entries, retention: JournalRetention(count: 5)))
    await storage.close()
    return try SQLiteConnection(
      path: folder.file("sessions.db"), flags: SQLITE_OPEN_READWRITE, lockTimeout: 1000)
  }
}

#endif
