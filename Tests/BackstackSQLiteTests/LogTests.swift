#if SQLite

import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackSQLite

/// The write-ahead log of a storage that is in use.
struct LogTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() throws {
    folder = TemporaryFolder()
    configuration = .relaxed(in: folder)
  }

  @Test("The log stays small") func theLogOfChangesStaysSmall() async throws {
    var configuration = configuration
    configuration.checkpointPages = 50
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a")))
    for number in 0..<500 {
      let entry = JournalEntry(
        version: current.version + 1, time: StorageTime(milliseconds: 0), record: [1])
      current = try await storage.update(
        SessionUpdate(
          current, entries: [entry], state: [UInt8](repeating: UInt8(number & 255), count: 9000)))
    }
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db-wal"))).count
    // About 2,000 pages were written.
    #expect(size < (CheckpointPlan.maximumBacklog * 50 + 20) * 4200)
    await storage.close()
  }

  /// Garbage that is removed while the storage is idle also goes through the log.
  @Test("The log stays small while garbage is removed")
  func theLogOfChangesStaysSmallWhileGarbageIsRemoved() async throws {
    var configuration = configuration
    var storage = try await SQLiteStorage.open(configuration)
    for number in 0..<20 {
      var new = session("s\(number)")
      new.header.version = 1600
      let journal = (1...1600 as ClosedRange<UInt64>).map { version in
        JournalEntry(
          version: version, time: StorageTime(milliseconds: 0),
          record: [UInt8](repeating: 7, count: 300))
      }
      try await storage.create(NewSession(new, journal: journal))
    }
    await storage.close()
    configuration.checkpointPages = 50
    storage = try await SQLiteStorage.open(configuration)
    // Another connection keeps the log file from being removed on close.
    let other = try Locker(configuration.path)
    try await other.run("SELECT count(*) FROM session")
    let time = StorageTime(milliseconds: 1_000_000)
    let expiry = StorageWrite.Expiry(now: time, rememberedUntil: time, limit: 1000)
    #expect(try await storage.expire(expiry).ids.count == 20)
    await storage.close()
    let size = try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db-wal"))).count
    #expect(size < (2 * CheckpointPlan.maximumBacklog * 50 + 20) * 4200)
    try await other.run("SELECT count(*) FROM session")
  }

  @Test("Writes during a checkpoint are not lost")
  func whatIsWrittenWhileChangesAreMovedIsThere() async throws {
    for durability in [.relaxed, .full] as [SQLiteConfiguration.Durability] {
      let folder = TemporaryFolder()
      var configuration = SQLiteConfiguration(path: folder.file("sessions.db"))
      configuration.durability = durability
      configuration.checkpointPages = 1
      let storage = try await SQLiteStorage.open(configuration)
      let ids = (0..<8).map { "s\($0)" }
      try await withThrowingTaskGroup { group in
        for id in ids {
          group.addTask {
            try await storage.create(TracedWrites.creation(id))
            var current = revision(id)
            for _ in 0..<60 {
              current = try await storage.update(TracedWrites.step(current))
              #expect(try await TracedWrites.verify(id, in: storage) == current.version)
            }
            #expect(TracedWrites.steps(to: current.version, of: id) == 60)
          }
        }
        try await group.waitForAll()
      }
      await storage.close()
      #expect(try await SQLiteStorage.check(configuration) == [])
      let again = try await SQLiteStorage.open(configuration)
      for id in ids {
        let version = try await TracedWrites.verify(id, in: again)
        #expect(TracedWrites.steps(to: version, of: id) == 60)
      }
      await again.close()
    }
  }

  @Test("Closing a file removes its log") func aFileThatIsClosedHasNoLog() async throws {
    var configuration = configuration
    configuration.checkpointPages = 1
    for round in 0..<10 {
      let storage = try await SQLiteStorage.open(configuration)
      _ = await submitAll(
        (0..<20).map { .create(NewSession(session("s\(round)-\($0)"))) }, to: storage)
      // The readers' connections have the file open, too.
      async let first = storage.count()
      async let second = storage.count()
      #expect(try await [first, second] == [20 * (round + 1), 20 * (round + 1)])
      await storage.close()
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sessions.db"])
    }
  }
}

#endif
