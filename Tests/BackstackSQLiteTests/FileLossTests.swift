#if SQLite

import BackstackStorage
import BackstackTestSupport
import CSQLite
import Foundation
import Testing

@testable import BackstackSQLite

/// Files of a storage that are removed, replaced or cut while it is in use.
struct FileLossTests {
  private let folder = TemporaryFolder()
  private let configuration: SQLiteConfiguration
  private let main: String
  private let log: String
  private let index: String

  init() {
    configuration = .relaxed(in: folder)
    main = folder.file("sessions.db")
    log = main + "-wal"
    index = main + "-shm"
  }

  // MARK: The log

  @Test("Removing the log loses nothing", arguments: [false, true])
  func removedLog(isIdle: Bool) async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...20, to: storage)
    try FileManager.default.removeItem(atPath: log)
    if isIdle {
      // Reading from a missing log fails, and causes its repair.
      _ = try? await storage.load("s1")
      try await storage.probe()
    } else {
      try await write(21...25, to: storage)
    }
    try await expectAll(isIdle ? 20 : 25, inCopyOf: "a crash")
    try await write(26...30, to: storage)
    #expect(try await storage.load("s30") == session("s30"))
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("An old log that is put back late is not mistaken for the current one")
  func aLogThatIsPutBackLateIsNotTakenForTheRightOne() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    try FileManager.default.moveItem(atPath: log, toPath: folder.file("elsewhere"))
    try await write(6...10, to: storage)
    #expect(rename(folder.file("elsewhere"), log) == 0)
    try await write(11...15, to: storage)
    try await expectAll(15, inCopyOf: "a crash")
    await storage.close()
    try await expectAll(15, inCopyOf: "the end")
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test(
    "A log that is cut fails writes until it is whole",
    arguments: [0, 16, 32, 4152, -1, -5000])
  func cutLog(length: Int) async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    let whole = try Data(contentsOf: URL(fileURLWithPath: log))
    #expect(truncate(log, length < 0 ? whole.count + length : length) == 0)
    for _ in 0..<3 {
      await expectUnavailable { try await write(6...6, to: storage) }
    }
    // Into the same file, as someone who undoes the cut does.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try file.write(contentsOf: whole)
    try file.close()
    try await write(7...10, to: storage)
    for number in [1, 5, 7, 10] {
      #expect(try await storage.load("s\(number)") == session("s\(number)"))
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("A log whose bytes change is not checkpointed")
  func aLogWhoseBytesChangeIsNotMovedIntoTheFile() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    let whole = try Data(contentsOf: URL(fileURLWithPath: log))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try file.seek(toOffset: 32)
    try file.write(contentsOf: Data(count: whole.count - 32))
    await expectUnavailable { try await write(6...6, to: storage) }
    await storage.close()
    // The rest of the log can still be restored: it has not been overwritten.
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).prefix(32) == whole.prefix(32))
  }

  /// Writing beyond the end of a cut file fills the gap with zeros.
  @Test("A log that is cut during a commit is noticed", arguments: [0, 4200])
  func aLogThatIsCutAmidACommitIsNoticed(length: Int) throws {
    let database = SQLiteDatabase(configuration, isWriter: true)
    try database.start()
    let tables = try database.tables()
    for number in 1...3 {
      try tables.transaction { () throws(StorageError) in
        _ = try tables.create(NewSession(session("s\(number)")))
      }
    }
    let mark = try tables.transaction { () throws(StorageError) in
      _ = try tables.create(NewSession(session("s4")))
      let mark = try database.mark()
      #expect(truncate(log, off_t(length)) == 0)
      return mark
    }
    #expect(mark != nil)
    #expect(throws: StorageError.self) { try database.confirm(after: mark) }
    #expect(throws: StorageError.self) { try database.tables() }
  }

  @Test("A truncated log is not read again, even without its index")
  func cutLogWithoutIndex() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    let whole = try Data(contentsOf: URL(fileURLWithPath: log))
    #expect(truncate(log, whole.count - 5000) == 0)
    #expect(unlink(index) == 0)
    await expectUnavailable { try await write(6...6, to: storage) }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try file.write(contentsOf: whole)
    try file.close()
    try await write(7...7, to: storage)
    for number in [1, 5, 7] {
      #expect(try await storage.load("s\(number)") == session("s\(number)"))
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  // MARK: The file

  @Test("A file that is truncated to its size at opening is reported as truncated")
  func cutToFirstSize() throws {
    let database = SQLiteDatabase(configuration, isWriter: true)
    try database.start()
    func create(_ numbers: ClosedRange<Int>) throws {
      let tables = try database.tables()
      let mark = try tables.transaction { () throws(StorageError) in
        for number in numbers {
          _ = try tables.create(NewSession(session("s\(number)")))
        }
        return try database.mark()
      }
      try database.confirm(after: mark)
    }
    let before = try #require(FileStatus.at(main)?.size)
    try create(1...200)
    #expect(database.emptyLog())
    try create(201...201)
    let after = try #require(FileStatus.at(main)?.size)
    #expect(after > before)
    #expect(truncate(main, off_t(before)) == 0)
    #expect(
      throws: StorageError.unavailable("\(main) was cut from \(after) to \(before) bytes")
    ) {
      try database.tables()
    }
  }

  @Test("A closed database stays closed for code that still has the connection")
  func closed() throws {
    let database = SQLiteDatabase(configuration, isWriter: true)
    try database.start()
    let connection = try database.connection()
    #expect(FileStatus.at(log) != nil)
    database.close()
    // The last connection to close checkpoints the log and removes it.
    #expect(FileStatus.at(log) == nil)
    withExtendedLifetime(connection) {}
  }

  @Test("A connection detects that its file was moved")
  func moved() throws {
    let connection = try SQLiteConnection(
      path: main, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, lockTimeout: 0)
    try connection.run("CREATE TABLE filler (bytes)")
    #expect(!connection.isMoved)
    #expect(rename(main, folder.file("elsewhere")) == 0)
    #expect(connection.isMoved)
  }

  @Test("A file that is cut is unavailable until it is whole", arguments: [0, 4096, 8192])
  func aFileThatIsCutIsUnavailableUntilItIsWhole(length: Int) async throws {
    var storage = try await SQLiteStorage.open(configuration)
    try await write(1...100, to: storage)
    await storage.close()
    storage = try await SQLiteStorage.open(configuration)
    let whole = try Data(contentsOf: URL(fileURLWithPath: main))
    #expect(truncate(main, off_t(length)) == 0)
    for _ in 0..<3 {
      await #expect(throws: StorageError.self) { try await storage.probe() }
      await #expect(throws: StorageError.self) { try await storage.load("s1") }
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: main))
    try file.write(contentsOf: whole)
    try file.close()
    try await write(101...105, to: storage)
    #expect(try await storage.count() == 105)
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("A file that was cut is refused when it is opened")
  func aFileThatWasCutIsNotOpenedAsIfItWereWhole() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...100, to: storage)
    await storage.close()
    let again = try await SQLiteStorage.open(configuration)
    try await write(101...101, to: again)
    // The files as a crash of the process leaves them.
    let copy = TemporaryFolder()
    for file in ["sessions.db", "sessions.db-wal"] {
      try FileManager.default.copyItem(atPath: folder.file(file), toPath: copy.file(file))
    }
    await again.close()
    #expect(truncate(copy.file("sessions.db"), 8192) == 0)
    let log = try Data(contentsOf: URL(fileURLWithPath: copy.file("sessions.db-wal")))
    let error = await #expect(throws: StorageError.self) {
      try await SQLiteStorage.open(.relaxed(in: copy))
    }
    #expect(error?.description.contains("was cut") == true, "\(String(describing: error))")
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.file("sessions.db-wal"))) == log)
  }

  @Test("A file without a log is refused when its last page was cut", arguments: [1, 100, 4096])
  func cutPage(bytes: Int) async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...100, to: storage)
    await storage.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: main))
    #expect(truncate(main, off_t(whole.count - bytes)) == 0)
    let error = await #expect(throws: StorageError.self) {
      try await SQLiteStorage.open(configuration)
    }
    guard case .corrupted = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    try whole.write(to: URL(fileURLWithPath: main))
    try await expectAll(100, inCopyOf: "the whole file")
  }

  @Test("A file that replaces another is not used with the old log")
  func anotherFileIsNotMixedWithTheOldLog()
    async throws
  {
    let elsewhere = TemporaryFolder()
    let other = try await SQLiteStorage.open(.relaxed(in: elsewhere))
    try await other.create(NewSession(session("other")))
    await other.close()
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    #expect(rename(elsewhere.file("sessions.db"), main) == 0)
    for _ in 0..<3 {
      await expectUnavailable { try await write(6...6, to: storage) }
      await expectUnavailable { _ = try await storage.load("other") }
    }
    // The operator removes the files that belong to the old database.
    try FileManager.default.removeItem(atPath: log)
    try FileManager.default.removeItem(atPath: index)
    try await write(7...7, to: storage)
    #expect(try await storage.load("other") == session("other"))
    await #expect(throws: StorageError.notFound) { try await storage.load("s1") }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  // MARK: The index

  @Test("An index that is removed, replaced or cut is rebuilt", arguments: 0..<4)
  func index(harm: Int) async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...20, to: storage)
    // From now on a reader has the files open, too.
    #expect(try await storage.count() == 20)
    switch harm {
    case 0: try FileManager.default.removeItem(atPath: index)
    case 1:
      try Data(count: 32768).write(to: URL(fileURLWithPath: folder.file("new")))
      #expect(rename(folder.file("new"), index) == 0)
    case 2: #expect(truncate(index, 0) == 0)
    default:
      try FileManager.default.removeItem(atPath: index)
      try FileManager.default.removeItem(atPath: log)
    }
    try await write(21...25, to: storage)
    #expect(try await storage.count() == 25)
    // Other processes find the index at its path: no connection has kept the one that is gone.
    #expect(FileStatus.at(index)?.size ?? 0 > 0)
    try await expectAll(25, inCopyOf: "a crash")
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  // MARK: Recognized damage

  @Test("Each loss of a file is recognized") func kindsOfDamage() {
    func file(_ inode: UInt64, _ size: Int) -> FileStatus {
      FileStatus(device: 1, inode: inode, size: size)
    }
    let known = DatabaseFiles(main: file(1, 8192), log: file(2, 5000), index: file(3, 32768))
    func damage(
      _ main: FileStatus?, _ log: FileStatus?, _ index: FileStatus?, bytes: Int? = nil
    ) -> FileDamage? {
      DatabaseFiles(main: main, log: log, index: index).damage(since: known, databaseBytes: bytes)
    }
    let (main, log, index) = (file(1, 12288), file(2, 0), file(3, 65536))
    #expect(damage(main, log, index) == nil)
    #expect(damage(nil, nil, nil) == .mainMissing)
    #expect(damage(file(4, 8192), file(2, 1), index) == .mainReplaced(hasOldLog: true))
    #expect(damage(file(4, 8192), nil, index) == .mainReplaced(hasOldLog: false))
    #expect(damage(file(4, 8192), file(5, 1), index) == .mainReplaced(hasOldLog: false))
    #expect(damage(file(1, 4096), log, index) == .mainCut(from: 8192, to: 4096))
    #expect(damage(file(1, 4096), log, index, bytes: 4096) == nil)
    #expect(damage(main, nil, nil) == .logGone)
    #expect(damage(main, file(5, 9), index) == .logGone)
    #expect(damage(main, log, nil) == .indexGone)
    #expect(damage(main, log, file(3, 0)) == .indexCut(from: 32768))
    let elsewhere = FileStatus(device: 2, inode: 1, size: 8192)
    #expect(damage(elsewhere, nil, nil) == .mainReplaced(hasOldLog: false))

    // What was never there is not missing.
    let alone = DatabaseFiles(main: file(1, 8192), log: nil, index: nil)
    #expect(alone.damage(since: alone) == nil)
    #expect(DatabaseFiles(main: file(1, 8192), log: log, index: index).damage(since: alone) == nil)
  }

  @Test("Opening files again detects a file that is gone, and another one beside the old log")
  func damageOnOpening() {
    func file(_ inode: UInt64, _ size: Int = 8192) -> FileStatus {
      FileStatus(device: 1, inode: inode, size: size)
    }
    let known = DatabaseFiles(main: file(1), log: file(2), index: file(3))
    func damage(_ main: FileStatus?, _ log: FileStatus?) -> FileDamage? {
      DatabaseFiles(main: main, log: log, index: nil).damageOnOpening(after: known)
    }
    #expect(damage(nil, file(2)) == .mainMissing)
    #expect(damage(file(4), file(2)) == .mainReplaced(hasOldLog: true))
    #expect(damage(file(4), nil) == nil)
    #expect(damage(file(1, 4096), file(2)) == nil)
    #expect(damage(file(1), nil) == nil)
  }

  // MARK: Other programs

  @Test("A file that another program shrinks stays usable, also when it grows again in the log")
  func vacuumed() async throws {
    func create(_ numbers: ClosedRange<Int>, in storage: SQLiteStorage) async throws {
      for number in numbers {
        try await storage.create(
          NewSession(session("s\(number)", state: Array(repeating: 1, count: 20_000))))
      }
    }
    var storage = try await SQLiteStorage.open(configuration)
    try await create(1...50, in: storage)
    for number in 6...50 { try await storage.delete(revision("s\(number)")) }
    await storage.close()
    storage = try await SQLiteStorage.open(configuration)
    try await create(51...51, in: storage)
    let size = try #require(FileStatus.at(main)?.size)
    let other = try SQLiteConnection(path: main, flags: SQLITE_OPEN_READWRITE, lockTimeout: 10)
    try other.run("VACUUM")
    try other.each("PRAGMA wal_checkpoint(RESTART)") { _ in }
    #expect(try #require(FileStatus.at(main)?.size) < size)
    // Keeps the following commits in the log.
    let reader = try SQLiteConnection(path: main, flags: SQLITE_OPEN_READWRITE, lockTimeout: 10)
    try reader.run("BEGIN")
    try reader.each("SELECT count(*) FROM session") { _ in }
    try other.run("CREATE TABLE filler (bytes)")
    try other.run("INSERT INTO filler VALUES (zeroblob(200000))")
    for number in 52...90 {
      try await create(number...number, in: storage)
      #expect(try await storage.load("s\(number)").header.id == "s\(number)")
    }
    try reader.run("COMMIT")
    try other.run("DROP TABLE filler")
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  // MARK: Other names

  @Test("A file that is moved and replaced by a link to it refuses writes")
  func linkedFile() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    let elsewhere = folder.file("elsewhere")
    #expect(rename(main, elsewhere) == 0)
    #expect(symlink(elsewhere, main) == 0)
    await expectUnavailable { try await write(6...6, to: storage) }
    // As a server finds it that starts after a crash: the log is not found under the link's name.
    var shared = configuration
    shared.isExclusive = false
    await #expect {
      _ = try await SQLiteStorage.open(shared)
    } throws: {
      guard case .corrupted(let text)? = $0 as? StorageError else { return false }
      return text.contains("is a link")
    }
    #expect(unlink(main) == 0)
    #expect(rename(elsewhere, main) == 0)
    try await write(6...10, to: storage)
    try await expectAll(10, inCopyOf: "a crash")
    await storage.close()
    try await expectAll(10, inCopyOf: "the end")
  }

  @Test("A file that is in use is not opened under another name of it")
  func hardLink() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await write(1...5, to: storage)
    let other = folder.file("other.db")
    #expect(link(main, other) == 0)
    var second = SQLiteConfiguration(path: other)
    second.serverTimeout = .max
    await expectUnavailable { [second] in _ = try await SQLiteStorage.open(second) }
    await storage.close()
    #expect(unlink(other) == 0)
    try await expectAll(5, inCopyOf: "the end")
  }

  private func write(
    _ numbers: ClosedRange<Int>, to storage: SQLiteStorage
  ) async throws(StorageError) {
    for number in numbers { try await storage.create(NewSession(session("s\(number)"))) }
  }

  /// Opens a copy of the files, and expects all sessions up to a number.
  private func expectAll(
    _ count: Int, inCopyOf what: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let copy = TemporaryFolder()
    for file in ["sessions.db", "sessions.db-wal"]
    where FileManager.default.fileExists(atPath: folder.file(file)) {
      try FileManager.default.copyItem(atPath: folder.file(file), toPath: copy.file(file))
    }
    let storage = try await SQLiteStorage.open(.relaxed(in: copy))
    for number in 1...count {
      let found = try? await storage.load("s\(number)")
      #expect(found != nil, what, sourceLocation: sourceLocation)
    }
    await storage.close()
  }

  private func expectUnavailable(
    _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    do {
      try await body()
      Issue.record("Nothing failed.", sourceLocation: sourceLocation)
    } catch {
      guard case .unavailable? = error as? StorageError else {
        Issue.record("\(error)", sourceLocation: sourceLocation)
        return
      }
    }
  }
}

#endif
