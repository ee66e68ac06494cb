#if SQLite

import BackstackStorage
import BackstackTestSupport
import Foundation
import Glibc
import Testing

@testable import BackstackSQLite

/// The lock that lets one server at a time use a file.
struct ServerLockTests {
  private let folder = TemporaryFolder()
  private let configuration: SQLiteConfiguration

  private var tool: SQLiteConfiguration {
    var configuration = configuration
    configuration.isExclusive = false
    return configuration
  }

  init() { configuration = .relaxed(in: folder) }

  @Test("A second server is refused, and a tool is not") func aSecondServerIsRefusedAndAToolIsNot()
    async throws
  {
    let server = try await SQLiteStorage.open(configuration)
    try await server.create(NewSession(session("a")))
    for _ in 0..<2 { #expect(await refusal(of: configuration) == .inUse) }
    let other = try await SQLiteStorage.open(tool)
    #expect(try await other.load("a") == session("a"))
    let claimed = try await other.claim("a")
    try await other.end(
      claimed.header.revision, reason: "deleted", rememberedUntil: StorageTime(milliseconds: 9))
    await #expect(throws: StorageError.ended(reason: "deleted")) {
      try await server.update(SessionUpdate(revision("a"), state: [1]))
    }
    await other.close()
    await server.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sessions.db"])
    await (try SQLiteStorage.open(configuration)).close()
  }

  @Test("A second server is refused under another name of the file")
  func theSameFileByAnotherNameIsTheSame()
    async throws
  {
    let server = try await SQLiteStorage.open(configuration)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: configuration.path)
    var other = configuration
    other.path = folder.file("link")
    #expect(await refusal(of: other) == .inUse)
    await server.close()
  }

  @Test(
    "A second server is refused after someone has removed the lock's file, also for a new database",
    arguments: [false, true])
  func removedLock(isNew: Bool) async throws {
    if !isNew { await (try SQLiteStorage.open(configuration)).close() }
    let server = try await SQLiteStorage.open(configuration)
    for _ in 0..<2 {
      // The refused server leaves no lock, either.
      unlink(configuration.path + "-lock")
      #expect(await refusal(of: configuration) == .inUse)
    }
    try await server.create(NewSession(session("a")))
    #expect(try await server.load("a") == session("a"))
    await server.close()
    let next = try await SQLiteStorage.open(configuration)
    #expect(try await next.load("a") == session("a"))
    await next.close()
  }

  @Test("A tool checkpoints the log only when no server uses the file")
  func tools() throws {
    folder.write("", to: "sessions.db")
    let database = SQLiteDatabase(tool, isWriter: true)
    try database.start()
    defer { database.close() }
    #expect(database.mayCheckpoint)
    let lock = try #require(try ServerLock.take(for: configuration.path))
    #expect(ServerLock.isTaken(for: configuration.path))
    #expect(try ServerLock.take(for: configuration.path) == nil)
    #expect(!database.mayCheckpoint)
    #expect(SQLiteDatabase(configuration, isWriter: false).mayCheckpoint)
    lock.release()
    #expect(!ServerLock.isTaken(for: configuration.path))
    #expect(database.mayCheckpoint)
  }

  @Test("A lock that is taken again closes the descriptor of the removed file")
  func nothingLeft() throws {
    folder.write("", to: "sessions.db")
    let lock = try #require(try ServerLock.take(for: configuration.path))
    let path = configuration.path + "-lock"
    #expect(openCount(of: path) == 1)
    #expect(unlink(path) == 0)
    #expect(lock.renew())
    #expect(openCount(of: path) == 1)
    #expect(openCount(of: path + " (deleted)") == 0)
    lock.release()
    #expect(openCount(of: path) + openCount(of: path + " (deleted)") == 0)
  }

  /// The number of the process's descriptors of a file.
  private func openCount(of path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.count { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
    }
  }

  @Test("A new file does not remove a log without a file, and ignores files that are not logs")
  func logAlone() async throws {
    folder.write("changes", to: "sessions.db-wal")
    let error = StorageError.corrupted(
      "\(configuration.path)-wal has changes to a file that is missing or empty")
    await #expect(throws: error) { try await SQLiteStorage.open(configuration) }
    #expect(folder.text("sessions.db-wal") == "changes")
    #expect(folder.status("sessions.db") == nil)
    folder.write("", to: "sessions.db")
    await #expect(throws: error) { try await SQLiteStorage.open(configuration) }
    #expect(folder.text("sessions.db-wal") == "changes")
    folder.write("", to: "sessions.db-wal")
    await (try SQLiteStorage.open(configuration)).close()
  }

  @Test("A server that waits for the file is next") func whoWaitsIsNext() async throws {
    let first = try await SQLiteStorage.open(configuration)
    try await first.create(NewSession(session("a")))
    var patient = configuration
    patient.serverTimeout = 3_600_000
    let (waits, waiting) = AsyncStream<Void>.makeStream()
    let second = Task { [patient] in
      try await SQLiteStorage.open(patient) { waiting.yield() }
    }
    for await _ in waits { break }
    await first.close()
    let storage = try await second.value
    #expect(try await storage.load("a") == session("a"))
    await storage.close()
  }

  @Test("A cancelled wait ends") func aWaitThatIsCancelledEnds() async throws {
    let first = try await SQLiteStorage.open(configuration)
    var patient = configuration
    patient.serverTimeout = 3_600_000
    let (waits, waiting) = AsyncStream<Void>.makeStream()
    let second = Task { [patient] in
      try await SQLiteStorage.open(patient) { waiting.yield() }
    }
    for await _ in waits { break }
    second.cancel()
    await #expect(throws: StorageError.inUse) { try await second.value }
    await first.close()
  }

  @Test("A removed lock file is locked again") func aLockThatIsRemovedIsTakenAgain() async throws {
    let server = try await SQLiteStorage.open(configuration)
    try await server.create(NewSession(session("a")))
    let lock = configuration.path + "-lock"
    try FileManager.default.removeItem(atPath: lock)
    let time = StorageTime(milliseconds: 0)
    let expiry = StorageWrite.Expiry(now: time, rememberedUntil: time, limit: 10)
    _ = try await server.expire(expiry)
    // The file is locked again before this write, if not already with the previous one.
    try await server.probe()
    #expect(await refusal(of: configuration) == .inUse)
    // An older server, which knows this file alone, makes the first server's writes fail.
    try FileManager.default.removeItem(atPath: lock)
    let older = Glibc.open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(older, LOCK_EX | LOCK_NB) == 0)
    _ = try? await server.expire(expiry)
    await #expect(throws: StorageError.inUse) { try await server.probe() }
    close(older)
    try await server.update(SessionUpdate(revision("a"), state: [1]))
    await server.close()
  }

  @Test("A file that cannot be opened is not locked") func aFileThatCantBeOpenedIsNobodys()
    async throws
  {
    try Data("This is no database, and long enough to be sure.".utf8)
      .write(to: URL(fileURLWithPath: configuration.path))
    for _ in 0..<2 {
      #expect(await refusal(of: configuration) == .corrupted("file is not a database"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sessions.db"])
  }

  @Test("The lock of a file that cannot be opened is released before the caller continues")
  func releasedFirst() async {
    folder.write("This is no database, and long enough to be sure.", to: "sessions.db")
    let isTaken = await withTaskExecutorPreference(DirectExecutor()) {
      #expect(await refusal(of: configuration) == .corrupted("file is not a database"))
      return ServerLock.isTaken(for: configuration.path)
    }
    #expect(!isTaken)
  }

  /// Continues a task on the thread that resumes it, before that thread does anything else.
  private final class DirectExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  // MARK: Support

  /// Returns the error of opening a file, or `nil` when it can be opened.
  private func refusal(of configuration: SQLiteConfiguration) async -> StorageError? {
    do throws(StorageError) {
      let storage = try await SQLiteStorage.open(configuration)
      await storage.close()
      return nil
    } catch {
      return error
    }
  }
}

#endif
