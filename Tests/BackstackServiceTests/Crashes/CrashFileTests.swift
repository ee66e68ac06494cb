import BackstackHTTP
import BackstackStorage
import BackstackTestSupport
import Glibc
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

@Suite("The crash file when a server starts")
struct CrashFileTests {
  private let folder = TemporaryFolder()
  private let storage = ScriptedStorage()
  private let lines = Lines()

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private func start() -> ErrandService {
    let service = ErrandService(storage: storage) { [folder, lines] configuration in
      configuration.crashReporting = CrashReporting(recordPath: folder.file("crashes"))
      configuration.log = { line in lines.all.withLock { $0.append(line) } }
    }
    service.client.service.directory.recordCrashes()
    return service
  }

  private func id(_ session: String) -> String { String(session.suffix(32)) }

  @Test("Crash records are stored, counted once, and removed from the file")
  func stores() async throws {
    let server = start()
    #expect(folder.status("crashes").map { $0.st_mode & 0o777 } == 0o600)
    let (bad, once) = (await server.create(), await server.create())
    server.client.service.directory.releaseSessions()
    let unknown = String(repeating: "f", count: 32)
    folder.write(
      CrashRecordTests.record(id(bad), at: 1000) + "garbage"
        + CrashRecordTests.record(unknown, at: 2000)
        + CrashRecordTests.record(id(once), at: 3000), to: "crashes")
    _ = start()
    #expect(folder.text("crashes") == "")
    #expect(try await storage.load(id(bad)).header.crashes.last?.milliseconds == 1000)
    #expect(try await storage.quarantineCount() == 0)
    // A second crash of one session after eleven minutes, of the other after nine, whose first
    // record is repeated.
    folder.write(
      CrashRecordTests.record(id(bad), at: 1000) + CrashRecordTests.record(id(once), at: 663_000)
        + CrashRecordTests.record(id(bad), at: 541_000), to: "crashes")
    let after = start()
    #expect(await after.client.send(.get, bad).problem == "quarantined")
    #expect(await after.client.send(.get, once).status == 200)
    let quarantined = lines.all.withLock { $0.filter { $0.contains("session-quarantined") } }
    #expect(quarantined.count == 1)
    #expect(quarantined[0].contains(#""session":"\#(id(bad).prefix(8))""#))
    #expect(after.client.service.directory.storageHealth.quarantinedSessions == 1)
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
    let session = await server.create()
    server.client.service.directory.releaseSessions()
    let records =
      CrashRecordTests.record(id(session), at: 1) + CrashRecordTests.record(id(session), at: 2)
    folder.write(records, to: "crashes")
    storage.fail(.full)
    _ = start()
    #expect(folder.text("crashes") == records)
    #expect(lines.all.withLock { $0.contains { $0.contains("crash-not-stored") } })
    storage.fail(nil)
    let after = start()
    #expect(folder.text("crashes") == "")
    #expect(await after.client.send(.get, session).problem == "quarantined")
  }

  @Test("Only the end of a long crash file is read")
  func long() async throws {
    let server = start()
    let session = await server.create()
    server.client.service.directory.releaseSessions()
    let garbage = String(repeating: "crash 1 \n", count: 300_000)
    folder.write(
      garbage + CrashRecordTests.record(id(session), at: 1)
        + CrashRecordTests.record(id(session), at: 2), to: "crashes")
    #expect(await start().client.send(.get, session).problem == "quarantined")
  }

  @Test("A server starts without a crash file when it cannot be used")
  func unusable() async throws {
    let service = ErrandService(storage: storage) { [folder, lines] configuration in
      configuration.crashReporting = CrashReporting(recordPath: folder.path)
      configuration.log = { line in lines.all.withLock { $0.append(line) } }
    }
    service.client.service.directory.recordCrashes()
    #expect(lines.all.withLock { $0.contains { $0.contains("crash-file-unusable") } })
    #expect(await service.client.send(.get, await service.create()).status == 200)
  }
}
