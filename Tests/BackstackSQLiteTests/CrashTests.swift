#if SQLite

import BackstackSQLite
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Foundation
import Testing

/// Durability of acknowledged writes when the process is killed.
@Suite(.endsAtFailure) struct CrashTests {
  @Test("Acknowledged writes survive a kill") func acknowledgedWritesSurviveAKill() async throws {
    let folder = TemporaryFolder()
    let soak = ProcessInfo.processInfo.environment["BACKSTACK_SOAK"] != nil
    var acknowledged: [String: UInt64] = [:]
    for round in 0..<(soak ? 100 : 4) {
      let lines = try await Self.linesUntilKilled(
        after: 40 + round * 173 % 400, path: folder.file("sessions.db"))
      for line in lines {
        let words = line.split(separator: " ")
        let version = try #require(words.count == 2 ? UInt64(words[1]) : nil)
        acknowledged[String(words[0]), default: 0] = max(
          acknowledged[String(words[0]), default: 0], version)
      }
      #expect(!acknowledged.isEmpty)
      let configuration = SQLiteConfiguration(path: folder.file("sessions.db"))
      #expect(try await SQLiteStorage.check(configuration) == [])
      let storage = try await SQLiteStorage.open(configuration)
      for (id, version) in acknowledged {
        let stored = try await TracedWrites.verify(id, in: storage)
        #expect(stored >= version, "\(id) was acknowledged at version \(version)")
      }
      await storage.close()
    }
  }

  /// Runs a writer, and kills it once it has printed `count` lines.
  private static func linesUntilKilled(after count: Int, path: String) async throws -> [String] {
    try await offPool {
      let process = try ChildProcess(
        ChildProcess.products.appending(path: "BackstackStorageWriter").path, [path])
      var lines: [String] = []
      for _ in 0..<count { lines.append(try process.output.line()) }
      process.signal(SIGKILL)
      lines += try process.output.rest().split(separator: "\n").map(String.init)
      #expect(process.wait() == -SIGKILL)
      return lines.filter { !$0.isEmpty }
    }
  }
}

#endif
