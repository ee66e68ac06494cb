#if SQLite

import BackstackStorage
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackSQLite

/// The log of changes of a storage that is used.
@Suite struct LogTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() throws {
    folder = TemporaryFolder()
    configuration = SQLiteConfiguration(path: folder.file("sessions.db"))
    configuration.durability = .relaxed
  }

  @Test func theLogOfChangesStaysSmall() async throws {
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
    // Of some 2,000 pages that were written.
    #expect(size < 100 * 4200)
    await storage.close()
  }

  @Test func aFileThatIsClosedHasNoLog() async throws {
    var configuration = configuration
    configuration.checkpointPages = 1
    for round in 0..<10 {
      let storage = try await SQLiteStorage.open(configuration)
      _ = await submitAll(
        (0..<20).map { .create(NewSession(session("s\(round)-\($0)"))) }, to: storage)
      // Who reads has it open, too.
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
