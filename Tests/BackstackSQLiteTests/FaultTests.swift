#if SQLite

import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackSQLite

/// Failures when the file cannot be used, and recovery from them.
struct FaultTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() throws {
    folder = TemporaryFolder()
    configuration = SQLiteConfiguration(path: folder.file("sessions.db"))
    configuration.lockTimeout = 0
    configuration.durability = .relaxed
  }

  // MARK: Full

  @Test("A full file refuses writes until there is space")
  func aFullFileRefusesWritesUntilThereIsRoom() async throws {
    var configuration = configuration
    configuration.maximumBytes = 400_000
    let storage = try await SQLiteStorage.open(configuration)
    var stored: [SessionRevision] = []
    var failure: StorageError?
    while stored.count < 1000, failure == nil {
      let new = NewSession(
        session("s\(stored.count)", state: [UInt8](repeating: 1, count: 9000)))
      switch await submitAll([.create(new)], to: storage)[0] {
      case .success: stored.append(new.session.header.revision)
      case .failure(let error): failure = error
      }
    }
    #expect(failure == .full)
    #expect((10..<50).contains(stored.count))
    await #expect(throws: StorageError.full) {
      try await storage.update(
        SessionUpdate(stored[0], state: [UInt8](repeating: 2, count: 300_000)))
    }
    // The stored sessions are unchanged, and can be read and used.
    for revision in stored {
      #expect(try await storage.load(revision.id).header.revision == revision)
    }
    for revision in stored.prefix(5) { try await storage.delete(revision) }
    try await storage.create(
      NewSession(session("late", state: [UInt8](repeating: 3, count: 9000))))
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  @Test("A write that does not fit does not fail the other writes of its transaction")
  func aWriteThatHasNoRoomDoesNotFailItsNeighbours() async throws {
    var configuration = configuration
    configuration.maximumBytes = 400_000
    let storage = try await SQLiteStorage.open(configuration)
    for id in ["a", "b", "c"] { try await storage.create(NewSession(session(id))) }
    let gate = Gate()
    await gate.block(storage)
    let large = [UInt8](repeating: 1, count: 1_000_000)
    let entry = JournalEntry(version: 1, time: StorageTime(milliseconds: 0), record: [])
    let writes: [SampleWrite] = [
      .update(SessionUpdate(revision("a"), entries: [entry], state: [1])),
      .update(SessionUpdate(revision("b"), entries: [entry], state: large)),
      .update(SessionUpdate(revision("c"), entries: [entry], state: [3])),
    ]
    async let results = submitAll(writes, to: storage) { gate.open() }
    #expect(
      await results == [
        .success(.revision(revision("a", 1))), .failure(.full),
        .success(.revision(revision("c", 1))),
      ])
    #expect(try await storage.load("a").state == [1])
    #expect(try await storage.load("b").state == [0])
    #expect(try await storage.load("c").state == [3])
    await storage.close()
  }

  // MARK: Not writable

  @Test("A read-only file refuses writes") func aFileThatIsOnlyReadRefusesWrites()
    async throws
  {
    var storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    await storage.close()
    var configuration = configuration
    configuration.isReadOnly = true
    storage = try await SQLiteStorage.open(configuration)
    #expect(try await storage.load("a") == session("a"))
    await #expect(throws: StorageError.readOnly) {
      try await storage.update(SessionUpdate(revision("a"), state: [1]))
    }
    await #expect(throws: StorageError.readOnly) { try await storage.probe() }
    #expect(try await storage.load("a") == session("a"))
    await storage.close()
  }

  @Test("A locked file is unavailable until it is unlocked")
  func aLockedFileIsUnavailableUntilItIsFree() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    let other = try Locker(folder.file("sessions.db"))
    try await other.lock()
    await #expect(throws: StorageError.unavailable("another process has locked it")) {
      try await storage.update(SessionUpdate(revision("a"), state: [1]))
    }
    await #expect(throws: StorageError.unavailable("another process has locked it")) {
      try await storage.probe()
    }
    #expect(try await storage.load("a").state == [0])
    try await other.unlock()
    try await storage.update(SessionUpdate(revision("a"), state: [1]))
    #expect(try await storage.load("a").state == [1])
    await storage.close()
  }

  @Test("A removed file is unavailable until it is back")
  func aRemovedFileIsUnavailableUntilItIsBack() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    try FileManager.default.moveItem(
      atPath: folder.file("sessions.db"), toPath: folder.file("elsewhere"))
    for _ in 0..<3 {
      await expectUnavailable {
        try await storage.update(SessionUpdate(revision("a"), state: [1]))
      }
      await expectUnavailable { _ = try await storage.load("a") }
      await expectUnavailable { try await storage.create(NewSession(session("b"))) }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("sessions.db")))
    // Neither does a new process create the file: the changes in the log would be lost.
    await #expect(throws: StorageError.self) { try await SQLiteStorage.open(configuration) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("sessions.db")))
    // An empty file is not taken for the missing one.
    try Data().write(to: URL(fileURLWithPath: folder.file("sessions.db")))
    await #expect(throws: StorageError.self) { try await storage.load("a") }
    await #expect(throws: StorageError.self) { try await storage.probe() }
    try FileManager.default.removeItem(atPath: folder.file("sessions.db"))
    try FileManager.default.moveItem(
      atPath: folder.file("elsewhere"), toPath: folder.file("sessions.db"))
    #expect(try await storage.load("a") == session("a"))
    try await storage.update(SessionUpdate(revision("a"), state: [1]))
    #expect(try await storage.load("a").state == [1])
    await storage.close()
  }

  // MARK: Not a database of ours

  @Test("A path that is not a regular file is not opened") func whatIsNoFileIsNotOpened()
    async throws
  {
    for path in [folder.path, folder.file("none/sessions.db"), "/dev/null", ""] {
      await expectUnavailable { _ = try await SQLiteStorage.open(SQLiteConfiguration(path: path)) }
    }
    var configuration = configuration
    configuration.createsFile = false
    await expectUnavailable { [configuration] in
      _ = try await SQLiteStorage.open(configuration)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("sessions.db")))
  }

  @Test("An empty file is used only if a file may be created")
  func emptyFile() async throws {
    folder.write("", to: "sessions.db")
    var existing = configuration
    existing.createsFile = false
    await #expect(throws: StorageError.corrupted("\(existing.path) is empty")) {
      try await SQLiteStorage.open(existing)
    }
    #expect(folder.text("sessions.db") == "")
    await (try SQLiteStorage.open(configuration)).close()
    await (try SQLiteStorage.open(existing)).close()
  }

  @Test("A log next to a link to the file is not ignored, unless it is empty")
  func logOfLink() async throws {
    await (try SQLiteStorage.open(configuration)).close()
    var link = configuration
    link.path = folder.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: configuration.path)
    folder.write("changes", to: "link-wal")
    let error = await #expect(throws: StorageError.self) { try await SQLiteStorage.open(link) }
    #expect(error?.description.contains("is a link, and \(link.path)-wal has changes") == true)
    folder.write("", to: "link-wal")
    await (try SQLiteStorage.open(link)).close()
  }

  @Test("Files of other programs are not changed") func filesOfOthersAreLeftAsTheyAre() async throws
  {
    try Data("This is no database, and long enough to be sure.".utf8)
      .write(to: URL(fileURLWithPath: folder.file("text")))
    try await Self.execute(
      folder.file("other"), ["CREATE TABLE t (a)", "PRAGMA user_version = 3"])
    try await Self.execute(folder.file("plain"), ["CREATE TABLE t (a)"])
    try await Self.execute(
      folder.file("newer"),
      [
        "CREATE TABLE session (a)", "PRAGMA application_id = \(SQLiteSchema.applicationID)",
        "PRAGMA user_version = 99",
      ])
    for (name, expected) in [
      ("text", StorageError.corrupted("file is not a database")),
      ("other", .unknownFormat("it is another program's database")),
      ("plain", .unknownFormat("it is another program's database")),
      (
        "newer",
        .unknownFormat(
          "its version is 99, and the newest known one is \(SQLiteSchema.current.steps.count)")
      ),
    ] {
      let before = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
      await #expect(throws: expected) {
        try await SQLiteStorage.open(SQLiteConfiguration(path: folder.file(name)))
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))) == before)
    }
  }

  @Test("A file with an older format is migrated") func anOlderFormatIsBroughtForward() async throws
  {
    let old = try await SQLiteStorage.open(configuration)
    try await old.create(NewSession(session("a")))
    await old.close()
    var schema = SQLiteSchema.current
    schema.steps.append(["ALTER TABLE session ADD COLUMN color TEXT"])
    let new = try await SQLiteStorage.open(configuration, schema: schema)
    #expect(try await new.load("a") == session("a"))
    await new.close()
    await #expect(throws: StorageError.self) { try await SQLiteStorage.open(configuration) }
    // A migration step that fails leaves the file unchanged.
    let copy = SQLiteConfiguration(path: folder.file("copy"))
    await (try SQLiteStorage.open(copy)).close()
    var broken = SQLiteSchema.current
    broken.steps.append(["ALTER TABLE session ADD COLUMN color TEXT", "ALTER TABLE none DROP a"])
    await #expect(throws: StorageError.self) { try await SQLiteStorage.open(copy, schema: broken) }
    await (try SQLiteStorage.open(copy)).close()
  }

  @Test("Other users cannot use the files") func nobodyElseCanUseTheFiles() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    try await storage.create(NewSession(session("a")))
    for name in ["sessions.db", "sessions.db-wal", "sessions.db-lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    await storage.close()
  }

  // MARK: Support

  private func expectUnavailable(
    _ body: @Sendable () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
      try await body()
    }
    guard case .unavailable = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  private static func execute(_ path: String, _ statements: [String]) async throws {
    let locker = try Locker(path)
    for statement in statements { try await locker.run(statement) }
  }
}

#endif
