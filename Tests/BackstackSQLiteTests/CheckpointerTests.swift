#if SQLite

import BackstackStorage
import BackstackTestSupport
import Dispatch
import Foundation
import Testing

@testable import BackstackSQLite

/// Checkpoints of a file's write-ahead log, one commit after the other.
struct CheckpointerTests {
  /// The checkpoints that another thread would make; here the test's thread runs them.
  private final class Checkpoints {
    var waiting: [@Sendable () -> Void] = []
    var count = 0
    var failure: StorageError?
    var isImmediate = false

    func start(_ checkpoint: @escaping @Sendable () -> Void) throws(StorageError) {
      if let failure { throw failure }
      count += 1
      if isImmediate { checkpoint() } else { waiting.append(checkpoint) }
    }

    func finish() {
      let checkpoints = waiting
      waiting = []
      for checkpoint in checkpoints { checkpoint() }
    }
  }

  private let folder = TemporaryFolder()
  private let limit = 80
  private let configuration: SQLiteConfiguration
  private let database: SQLiteDatabase
  private let checkpoints = Checkpoints()
  private var checkpointer: Checkpointer
  private var current = revision("a")

  init() throws {
    var configuration = SQLiteConfiguration.relaxed(in: folder)
    configuration.checkpointPages = limit
    configuration.lockTimeout = 0
    self.configuration = configuration
    database = SQLiteDatabase(configuration, isWriter: true)
    try database.start()
    let connection = try database.connection()
    // The pages that creating the tables wrote are checkpointed, so the log is empty.
    _ = connection.checkpoint(.restarting)
    checkpointer = Checkpointer(configuration, schema: .current, start: checkpoints.start)
    _ = try SQLiteTables(connection: connection).create(NewSession(session("a")))
  }

  @Test mutating func theWriterGoesOnWhileAnotherThreadCheckpoints() throws {
    try write(until: limit)
    #expect(checkpoints.count == 1)
    let before = try file()
    try write(until: 3 * limit)
    #expect(checkpoints.count == 1)
    #expect(try file() == before)
    try finishCheckpoints(before: 1)
    #expect(try file() != before)
    let most = try pages()
    try write()
    #expect(try pages() > most)
    // The rest was checkpointed after that, so the log starts over.
    try write()
    #expect(try pages() < limit)
    #expect(checkpoints.count == 1)
    try verify()
  }

  @Test mutating func whatIsWrittenMeanwhileIsMovedBesideToo() throws {
    try write(until: limit)
    try finishCheckpoints(before: 5)
    try write()
    #expect(checkpoints.count == 2)
    try finishCheckpoints(before: 1)
    try write()
    try write()
    #expect(try pages() < limit)
    #expect(checkpoints.count == 2)
    try verify()
  }

  @Test mutating func whatNobodyElseCheckpointsTheWriterDoes() throws {
    checkpoints.failure = .unavailable("no thread can be started")
    try write(until: limit)
    try write()
    #expect(try pages() < limit)
    checkpoints.failure = nil
    try write(until: limit)
    #expect(checkpoints.count == 1)
    try verify()
  }

  @Test mutating func whatFailsBesideTheWriterDoes() throws {
    try write(until: limit)
    // The checkpoint thread opens the file now, and does not find it.
    try FileManager.default.moveItem(
      atPath: folder.file("sessions.db"), toPath: folder.file("elsewhere"))
    checkpoints.finish()
    try FileManager.default.moveItem(
      atPath: folder.file("elsewhere"), toPath: folder.file("sessions.db"))
    try write()
    try write()
    #expect(try pages() < limit)
    try write(until: limit)
    #expect(checkpoints.count == 2)
    try verify()
  }

  @Test mutating func commitsWaitForAThreadThatIsTooSlow() throws {
    try write(until: limit)
    let checkpoint = try #require(checkpoints.waiting.first)
    while try pages() < CheckpointPlan.maximumBacklog * limit { try write(isNoticed: false) }
    let mayCheckpoint = DispatchSemaphore(value: 0)
    try StorageThread.start {
      mayCheckpoint.wait()
      checkpoint()
    }
    mayCheckpoint.signal()
    try write()
    // The commit waited for the thread; the next one checkpoints the rest.
    try write()
    #expect(try pages() < limit)
    try verify()
  }

  @Test mutating func readersKeepTheLogAndHinderNobody() throws {
    checkpoints.isImmediate = true
    let reader = try reader()
    try reader.run("BEGIN")
    #expect(try reader.integer("SELECT count(*) FROM session") == 1)
    try write(until: (CheckpointPlan.readerWaitThreshold + 2) * limit)
    // Not for each commit.
    #expect(
      (CheckpointPlan.readerWaitThreshold...CheckpointPlan.readerWaitThreshold + 3).contains(
        checkpoints.count))
    #expect(try connection().checkpoint(.restarting) == nil)
    #expect(try connection().checkpoint(.passive) != nil)
    try reader.run("COMMIT")
    let most = try pages() + limit
    while try pages() >= limit, try pages() < most + 8 { try write() }
    #expect(try pages() < limit)
    try verify()
  }

  @Test mutating func nothingIsCheckpointedWithoutWrites() throws {
    for _ in 0..<10 { checkpointer.wrote(try connection()) }
    #expect(checkpoints.count == 0)
    try write(until: limit)
    checkpoints.finish()
    checkpointer.wrote(try connection())
    let file = try file()
    for _ in 0..<10 { checkpointer.wrote(try connection()) }
    #expect(checkpoints.count == 1)
    #expect(try self.file() == file)
  }

  // MARK: Support

  private func connection() throws -> SQLiteConnection { try database.connection() }

  private func pages() throws -> Int { try connection().logPageCount }

  private func file() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db")))
  }

  private func reader() throws -> SQLiteConnection {
    try SQLiteDatabase(configuration, isWriter: false).connection()
  }

  /// Runs the waiting checkpoints while some commits are made, which stay in the log.
  private mutating func finishCheckpoints(before commits: Int) throws {
    let reader = try reader()
    // From here on, this reader keeps later pages from being checkpointed.
    try reader.run("BEGIN")
    _ = try reader.integer("SELECT count(*) FROM session")
    for _ in 0..<commits { try write(isNoticed: false) }
    checkpoints.finish()
    try reader.run("COMMIT")
  }

  /// Commits a few pages and reports the commit to the checkpointer.
  ///
  /// - Parameter isNoticed: Whether the commit is reported to the checkpointer.
  private mutating func write(isNoticed: Bool = true) throws {
    let entry = JournalEntry(
      version: current.version + 1, time: StorageTime(milliseconds: 0), record: [1])
    let update = SessionUpdate(
      current, entries: [entry],
      state: [UInt8](repeating: UInt8(truncatingIfNeeded: entry.version), count: 3000))
    let connection = try connection()
    try connection.transaction(.writing) { () throws(StorageError) in
      _ = try SQLiteTables(connection: connection).update(update)
    }
    current = update.result
    if isNoticed { checkpointer.wrote(connection) }
  }

  private mutating func write(until pages: Int) throws {
    repeat { try write() } while try self.pages() < pages
  }

  /// Expects that nothing is lost and that everything reads as it was written.
  private func verify() throws {
    database.drop()
    let tables = SQLiteTables(connection: try reader())
    let session = try tables.session("a")
    #expect(session.header.revision == current)
    #expect(
      session.state
        == [UInt8](repeating: UInt8(truncatingIfNeeded: current.version), count: 3000))
    #expect(try tables.connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }
}

#endif
