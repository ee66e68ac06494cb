#if SQLite

import BackstackStorage
import BackstackTestSupport
import Foundation
import Testing

@testable import BackstackSQLite

/// A log that is cut, and then replaced by an earlier copy.
@Suite struct ReplacedLogTests {
  private let folder = TemporaryFolder()

  @Test("Only a complete copy of a cut log is used")
  func aWholeCopyInItsPlaceIsUsedAndNoOther() async throws {
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let log = configuration.path + "-wal"
    let storage = try await SQLiteStorage.open(configuration)
    for number in 1...5 { try await storage.create(NewSession(session("s\(number)"))) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: log))
    #expect(truncate(log, 4152) == 0)
    try replace(log, by: whole.prefix(whole.count - 100))
    await #expect {
      try await storage.create(NewSession(session("s6")))
    } throws: {
      guard case .unavailable? = $0 as? StorageError else { return false }
      return true
    }
    try replace(log, by: whole)
    try await storage.create(NewSession(session("s7")))
    for number in [1, 5, 7] {
      #expect(try await storage.load("s\(number)") == session("s\(number)"))
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  /// Replaces a file atomically, as a program does that saves it.
  private func replace(_ path: String, by content: Data) throws {
    let copy = folder.file("copy")
    try content.write(to: URL(fileURLWithPath: copy))
    #expect(rename(copy, path) == 0)
  }
}

#endif
