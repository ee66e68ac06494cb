#if SQLite

import BackstackStorage
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackSQLite

/// One thread's access to a file: the settings of its connection, its log and the disk space.
struct SQLiteDatabaseTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() {
    folder = TemporaryFolder()
    configuration = .relaxed(in: folder)
    configuration.lockTimeout = 0
  }

  // MARK: Settings

  @Test("A connection waits for locks as long as it is configured to", arguments: [0, 1, 2000])
  mutating func lockTimeout(milliseconds: Int) throws {
    configuration.lockTimeout = milliseconds
    let database = try started()
    #expect(try setting("busy_timeout", of: database) == milliseconds)
    database.close()
  }

  @Test("The default configuration is the documented one")
  func defaults() {
    let configuration = SQLiteConfiguration(path: "a")
    #expect(configuration.durability == .full)
    #expect(configuration.createsFile && configuration.isExclusive && !configuration.isReadOnly)
    #expect(configuration.serverTimeout == 0)
    #expect(configuration.readerCount == 2)
    #expect(configuration.maximumPending == 10_000)
    #expect(configuration.maximumPendingBytes == 268_435_456)
    #expect(configuration.maximumBatch == 1024)
    #expect(configuration.lockTimeout == 2000)
    #expect(configuration.maximumBytes == nil)
    #expect(configuration.checkpointPages == 4000)
  }

  @Test("A connection has the settings that guard the file", arguments: [false, true])
  mutating func settings(isFull: Bool) throws {
    configuration.durability = isFull ? .full : .relaxed
    let database = try started()
    let reader = SQLiteDatabase(configuration, isWriter: false)
    try reader.start()
    for (one, isWriter) in [(database, true), (reader, false)] {
      #expect(try setting("cell_size_check", of: one) == 1)
      #expect(try setting("trusted_schema", of: one) == 0)
      #expect(try setting("query_only", of: one) == (isWriter ? 0 : 1))
    }
    #expect(try setting("synchronous", of: database) == (isFull ? 2 : 1))
    #expect(try setting("journal_size_limit", of: database) == DiskSpace.maximumLog)
    #expect(try setting("cache_size", of: database) == -4096)
    reader.close()
    database.close()
  }

  @Test("A limit that is smaller than the file keeps it from growing")
  mutating func smallLimit() throws {
    configuration.maximumBytes = 1
    let database = try started()
    #expect(
      try setting("max_page_count", of: database) == setting("page_count", of: database))
    let large = [UInt8](repeating: 1, count: 100_000)
    #expect(throws: StorageError.full) { try create("a", state: large, in: database) }
    database.close()
  }

  @Test("The file and its log are limited while disk space is scarce")
  func bound() throws {
    let database = try started()
    let scarce = DiskSpace(
      free: 100 << 20, main: 40 * 4096, log: 0, pageSize: 4096, growth: nil)
    var ample = scarce
    ample.free = DiskSpace.ample
    database.bound(to: scarce)
    #expect(try setting("max_page_count", of: database) == scarce.databasePages(atMost: nil))
    #expect(try setting("journal_size_limit", of: database) == 50 << 20)
    database.bound(to: ample)
    #expect(try setting("max_page_count", of: database) == ample.databasePages(atMost: nil))
    #expect(try setting("journal_size_limit", of: database) == DiskSpace.maximumLog)
    // Nothing is to be done while there is space enough.
    _ = try setting("max_page_count = 1000", of: database)
    database.bound(to: ample)
    #expect(try setting("max_page_count", of: database) == 1000)
    database.close()
  }

  // MARK: Disk space

  /// The index of an empty log does not have the page size.
  @Test("The free space is known before anything is written")
  func theRoomIsKnownBeforeAnythingIsWritten() throws {
    try started().close()
    let database = try started()
    #expect(database.lastConnection?.logMark?.pageSize == 0)
    #expect(database.room?.pageSize == 4096)
    database.close()
  }

  @Test("The space that a checkpoint needs is known")
  func growth() throws {
    let database = try started()
    try create("a", state: [UInt8](repeating: 1, count: 100_000), in: database)
    let before = try #require(database.room)
    #expect(before.main == size(configuration.path))
    #expect(before.log == size(configuration.path + "-wal"))
    #expect(before.log > 100_000)
    #expect(database.emptyLog())
    let after = try #require(database.room)
    #expect(after.growth == nil)
    #expect(after.log == 0)
    #expect(after.main == size(configuration.path))
    #expect(before.growth == after.main - before.main)
    database.close()
  }

  // MARK: The log

  @Test("A log is emptied once, unless someone reads it")
  func emptyLog() async throws {
    let database = try started()
    #expect(database.emptyLog())
    #expect(database.lastConnection?.logSize == 0)
    #expect(!database.emptyLog())
    let reader = try Locker(configuration.path)
    try await reader.run("BEGIN")
    try await reader.run("SELECT count(*) FROM session")
    try create("a", in: database)
    #expect(!database.emptyLog())
    #expect(size(configuration.path + "-wal") > 0)
    try await reader.unlock()
    #expect(database.emptyLog())
    database.close()
  }

  @Test("A log that someone reads does not restart")
  func restartLog() async throws {
    let database = try started()
    let reader = try Locker(configuration.path)
    try await reader.run("BEGIN")
    try await reader.run("SELECT count(*) FROM session")
    try create("a", in: database)
    #expect(throws: StorageError.full) { try database.restartLog() }
    try await reader.unlock()
    try database.restartLog()
    #expect(database.room?.growth == nil)
    let bytes = size(configuration.path + "-wal")
    try create("b", in: database)
    #expect(size(configuration.path + "-wal") == bytes)
    database.close()
  }

  // MARK: Support

  private func started() throws -> SQLiteDatabase {
    let database = SQLiteDatabase(configuration, isWriter: true)
    try database.start()
    return database
  }

  private func setting(_ name: String, of database: SQLiteDatabase) throws -> Int {
    try database.connection().integer(SQLiteStatement("PRAGMA " + name))
  }

  private func create(
    _ id: String, state: [UInt8] = [0], in database: SQLiteDatabase
  ) throws {
    let tables = try database.tables()
    try tables.transaction { () throws(StorageError) in
      _ = try tables.create(NewSession(session(id, state: state)))
    }
  }

  private func size(_ path: String) -> Int { FileStatus.at(path)?.size ?? 0 }
}

#endif
