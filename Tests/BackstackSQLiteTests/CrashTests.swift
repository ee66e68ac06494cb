#if SQLite

import BackstackSQLite
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Foundation
import Testing

/// What is acknowledged is there after the process was killed.
@Suite struct CrashTests {
  @Test func acknowledgedWritesSurviveAKill() async throws {
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

  /// Runs a writer, and kills it when it has printed so many lines.
  private static func linesUntilKilled(after count: Int, path: String) async throws -> [String] {
    try await withCheckedThrowingContinuation { continuation in
      // A thread that may wait.
      Thread.detachNewThread {
        continuation.resume(with: Result { try readLines(until: count, path: path) })
      }
    }
  }

  private static func readLines(until count: Int, path: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("BackstackStorageWriter")
    process.arguments = [path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = Data()
    var lines = 0
    while lines < count {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { break }
      lines += part.count { $0 == 0x0A }
      text += part
    }
    kill(process.processIdentifier, SIGKILL)
    text += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

#endif
