#if SQLite

import BackstackSQLite
import BackstackStorage
import Glibc

/// Uses a storage on a disk of a few megabytes, and prints the results.
final class SmallDisk {
  private let path: String
  private var storage: SQLiteStorage
  private var revisions: [SessionRevision] = []

  init(path: String) async throws {
    self.path = path
    storage = try await SQLiteStorage.open(SQLiteConfiguration(path: path))
  }

  func run() async throws {
    for _ in 0..<20 { try await create(bytes: 9000) }
    await report("updated") {
      for _ in 0..<100 {
        for number in 0..<20 { try await self.update(number) }
      }
    }
    var failure: StorageError?
    while failure == nil {
      do throws(StorageError) {
        try await create(bytes: 50_000)
      } catch {
        failure = error
      }
    }
    say("filled: \(name(failure))")
    await readAll()
    await report("removed") {
      for number in 20..<self.revisions.count {
        try await self.storage.delete(self.revisions[number])
      }
      self.revisions.removeLast(self.revisions.count - 20)
    }
    await report("again") { for number in 0..<20 { try await self.update(number) } }

    let ballast = open(path + ".ballast", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    let bytes = [UInt8](repeating: 1, count: 4096)
    while write(ballast, bytes, bytes.count) > 0 {}
    // Some writes may fit in the space that the log already has.
    failure = nil
    while failure == nil {
      do throws(StorageError) {
        try await create(bytes: 200_000)
      } catch {
        failure = error
      }
    }
    say("filled by others: \(name(failure))")
    await readAll()
    unlink(path + ".ballast")
    close(ballast)
    for number in 20..<revisions.count { try await storage.delete(revisions[number]) }
    await report("room again") { for number in 0..<20 { try await self.update(number) } }
    await storage.close()
    // Opened again: at first there is no log.
    storage = try await SQLiteStorage.open(SQLiteConfiguration(path: path))
    await report("opened anew") { for number in 0..<20 { try await self.update(number) } }
    await storage.close()
    say("damage: \(try await SQLiteStorage.check(SQLiteConfiguration(path: path)).count)")
  }

  private func create(bytes: Int) async throws(StorageError) {
    let header = SessionHeader(
      id: "s\(revisions.count)", feature: "f", fingerprint: "p",
      created: StorageTime(milliseconds: 0), expires: StorageTime(milliseconds: 1_000_000),
      timeToLive: 1_000_000)
    let state = [UInt8](repeating: 1, count: bytes)
    revisions.append(
      try await storage.create(NewSession(StoredSession(header: header, state: state))))
  }

  private func update(_ number: Int) async throws(StorageError) {
    let version = revisions[number].version + 1
    let state = [UInt8](repeating: UInt8(truncatingIfNeeded: version), count: 9000)
    let entry = JournalEntry(
      version: version, time: StorageTime(milliseconds: 0), record: [1], snapshot: nil)
    revisions[number] = try await storage.update(
      SessionUpdate(
        revisions[number], entries: [entry], state: state, retention: JournalRetention(count: 5)))
  }

  private func readAll() async {
    await report("read") {
      for revision in self.revisions { _ = try await self.storage.load(revision.id) }
    }
  }

  /// - Parameter body: Stops at its first failure.
  private func report(_ what: String, _ body: () async throws -> Void) async {
    do {
      try await body()
      say("\(what): 0 failures")
    } catch {
      say("\(what): \(error)")
    }
  }

  private func name(_ error: StorageError?) -> String {
    error == .full ? "full" : "\(String(describing: error))"
  }

  private func say(_ line: String) {
    let line = line + "\n"
    _ = write(STDOUT_FILENO, line, line.utf8.count)
  }
}

#endif
