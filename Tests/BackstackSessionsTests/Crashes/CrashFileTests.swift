import BackstackSessionsTestSupport
import BackstackStorage
import BackstackTestSupport
import Glibc
import Synchronization
import Testing

@testable import BackstackSessions

@Suite("The crash file when a server starts")
struct CrashFileTests {
  private let folder = TemporaryFolder()
  private let storage = ScriptedStorage()
  private let lines = Lines()

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  /// - Parameter path: Where the crash file is; `nil` for the usual place.
  private func start(path: String? = nil) -> ErrandSessions {
    let sessions = ErrandSessions(storage: storage) { [folder, lines] configuration in
      configuration.crashReporting = CrashReporting(recordPath: path ?? folder.file("crashes"))
      configuration.log = { line in lines.all.withLock { $0.append(line) } }
    }
    sessions.directory.quarantine.record()
    return sessions
  }

  private func isQuarantined(_ id: String, in sessions: ErrandSessions) async -> Bool {
    if case .quarantined? = await sessions.refusal(of: id) { true } else { false }
  }

  @Test("Crash records are stored, counted once, and removed from the file")
  func stores() async throws {
    let server = start()
    #expect(folder.status("crashes").map { $0.st_mode & 0o777 } == 0o600)
    let (bad, once) = (try await server.create(), try await server.create())
    server.directory.releaseSessions()
    let unknown = String(repeating: "f", count: 32)
    folder.write(
      CrashRecordTests.record(bad, at: 1000) + "garbage"
        + CrashRecordTests.record(unknown, at: 2000)
        + CrashRecordTests.record(once, at: 3000), to: "crashes")
    _ = start()
    #expect(folder.text("crashes") == "")
    #expect(try await storage.load(bad).header.crashes.last?.milliseconds == 1000)
    #expect(try await storage.quarantineCount() == 0)
    // A second crash of one session after eleven minutes, of the other after nine, whose first
    // record is repeated.
    folder.write(
      CrashRecordTests.record(bad, at: 1000) + CrashRecordTests.record(once, at: 663_000)
        + CrashRecordTests.record(bad, at: 541_000), to: "crashes")
    let after = start()
    #expect(await isQuarantined(bad, in: after))
    #expect(await after.refusal(of: once) == nil)
    let quarantined = lines.all.withLock { $0.filter { $0.contains("session-quarantined") } }
    #expect(quarantined.count == 1)
    #expect(quarantined[0].contains(#""session":"\#(bad.prefix(8))""#))
    #expect(after.directory.storageHealth.quarantinedSessions == 1)
  }

  @Test("Clearing empties the file, and reading fails with an error for an unreadable one")
  func emptied() throws {
    folder.write(CrashRecordTests.record(at: 1000), to: "crashes")
    let file = try CrashFile(path: folder.file("crashes"))
    #expect(try file.records().count == 1)
    try file.clear()
    #expect(folder.text("crashes") == "")
    #expect(try file.records().isEmpty)
    file.close()
    let failure = #expect(throws: CrashFile.Failure.self) { try CrashFile(path: folder.path) }
    #expect(failure?.message.contains(folder.path) == true)
  }

  @Test("Crash records that cannot be stored are kept for the next start")
  func keeps() async throws {
    let server = start()
    let session = try await server.create()
    server.directory.releaseSessions()
    let records =
      CrashRecordTests.record(session, at: 1) + CrashRecordTests.record(session, at: 2)
    folder.write(records, to: "crashes")
    storage.fail(.full)
    _ = start()
    #expect(folder.text("crashes") == records)
    #expect(lines.all.withLock { $0.contains { $0.contains("crash-not-stored") } })
    storage.fail(nil)
    let after = start()
    #expect(folder.text("crashes") == "")
    #expect(await isQuarantined(session, in: after))
  }

  @Test("Only the end of a long crash file is read")
  func long() async throws {
    let server = start()
    let session = try await server.create()
    server.directory.releaseSessions()
    let garbage = String(repeating: "crash 1 \n", count: 300_000)
    folder.write(
      garbage + CrashRecordTests.record(session, at: 1)
        + CrashRecordTests.record(session, at: 2), to: "crashes")
    #expect(await isQuarantined(session, in: start()))
  }

  @Test("A server starts without a crash file when it cannot be used")
  func unusable() async throws {
    let sessions = start(path: folder.path)
    #expect(lines.all.withLock { $0.contains { $0.contains("crash-file-unusable") } })
    #expect(await sessions.refusal(of: try await sessions.create()) == nil)
  }
}
