#if SQLite

import BackstackPlatform
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Dispatch
import Foundation
import Testing

@testable import BackstackSQLite

struct WriterTests {
  let folder: TemporaryFolder
  var configuration: SQLiteConfiguration

  init() throws {
    folder = TemporaryFolder()
    configuration = .relaxed(in: folder)
  }

  @Test("Waiting writes share a commit") func whatWaitsSharesACommit() async throws {
    let storage = try await SQLiteStorage.open(configuration)
    let gate = Gate()
    await gate.block(storage)
    let commits = try commitCount()
    let results = await submitAll(
      (0..<100).map { .create(NewSession(session("s\($0)"))) }, to: storage
    ) {
      gate.open()
    }
    #expect(results.allSatisfy { if case .success = $0 { true } else { false } })
    #expect(try commitCount() == commits + 1)
    await storage.close()
  }

  @Test("A commit contains at most the maximum number of writes") func aCommitHasNotMoreThanItMay()
    async throws
  {
    var configuration = configuration
    configuration.maximumBatch = 30
    let storage = try await SQLiteStorage.open(configuration)
    let gate = Gate()
    await gate.block(storage)
    let commits = try commitCount()
    _ = await submitAll((0..<100).map { .create(NewSession(session("s\($0)"))) }, to: storage) {
      gate.open()
    }
    #expect(try commitCount() == commits + 4)
    await storage.close()
  }

  @Test("Writes beyond the limit are refused at once") func whatIsTooMuchIsRefusedAtOnce()
    async throws
  {
    var configuration = configuration
    configuration.maximumPending = 3
    let storage = try await SQLiteStorage.open(configuration)
    let gate = Gate()
    await gate.block(storage)
    let refused = Guarded<[String]>([])
    let results = await submitAll(
      (0..<5).map { .create(NewSession(session("s\($0)"))) }, to: storage
    ) {
      for number in 5..<8 {
        let write = StorageWrite.create(NewSession(session("s\(number)"))) { result in
          // The writer thread is blocked, so this runs on the thread that submits.
          if result == .failure(.overloaded) { refused.withLock { $0.append("s\(number)") } }
        }
        storage.submit(write)
      }
      #expect(refused.withLock { $0 } == ["s5", "s6", "s7"])
      gate.open()
    }
    let written = SampleWrite.Result.success
    #expect(
      results == [
        written(.revision(revision("s0"))), written(.revision(revision("s1"))),
        written(.revision(revision("s2"))), .failure(.overloaded), .failure(.overloaded),
      ])
    #expect(try await storage.count() == 3)
    await storage.close()
  }

  @Test("Two tools can share a file and fence each other")
  func twoToolsCanShareAFileAndFenceEachOther() async throws {
    var configuration = configuration
    configuration.isExclusive = false
    let first = try await SQLiteStorage.open(configuration)
    let second = try await SQLiteStorage.open(configuration)
    let mine = try await first.create(NewSession(session("a")))
    let theirs = try await second.claim("a").header.revision
    await #expect(throws: StorageError.fenced(current: 2)) {
      try await first.update(SessionUpdate(mine, state: [1]))
    }
    try await second.update(SessionUpdate(theirs, state: [2]))
    #expect(try await first.load("a").state == [2])
    await first.close()
    await second.close()
  }

  @Test("A storage that is no longer referenced shuts down") func aStorageThatNobodyHasEnds()
    async throws
  {
    var configuration = configuration
    // Makes checkpoint threads run, too.
    configuration.checkpointPages = 1
    var storage: SQLiteStorage? = try await SQLiteStorage.open(configuration)
    weak let gone = storage
    let threads = try #require(storage?.writer)
    let written = Guarded(false)
    for number in 0..<20 {
      try await storage?.create(NewSession(session("s\(number)")))
    }
    let write = StorageWrite.create(NewSession(session("a"))) { result in
      if case .success = result { written.withLock { $0 = true } }
    }
    storage?.submit(write)
    storage = nil
    #expect(gone == nil)
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
    #expect(written.withLock { $0 })
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target?.hasPrefix(folder.path) ?? false
    }
    #expect(open == [])
  }

  /// Returns the number of commits in the log: frames with a nonzero database size.
  private func commitCount() throws -> Int {
    let log = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db-wal"))))
    return stride(from: 32, to: log.count, by: 24 + 4096).count { frame in
      log[frame + 4..<frame + 8].contains { $0 != 0 }
    }
  }
}

#endif
