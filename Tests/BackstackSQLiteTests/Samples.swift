#if SQLite

import BackstackPlatform
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import CSQLite
import Dispatch

@testable import BackstackSQLite

extension SQLiteConfiguration {
  /// Returns a configuration for a file in a folder, which is written without waiting for the disk.
  static func relaxed(in folder: TemporaryFolder) -> Self {
    var configuration = Self(path: folder.file("sessions.db"))
    configuration.durability = .relaxed
    return configuration
  }
}

func revision(_ id: String, _ version: UInt64 = 0, epoch: UInt64 = 1) -> SessionRevision {
  SessionRevision(id: id, epoch: epoch, version: version)
}

func session(_ id: String, state: [UInt8] = [0]) -> StoredSession {
  StoredSession(
    header: SessionHeader(
      id: id, feature: "f", fingerprint: "p", created: StorageTime(milliseconds: 0),
      expires: StorageTime(milliseconds: 1_000_000), timeToLive: 1_000_000),
    state: state)
}

/// Submits writes one after the other, and waits for all of them.
func submitAll(
  _ writes: [SampleWrite], to storage: any SessionStorage, then: () -> Void = {}
) async -> [SampleWrite.Result] {
  await storage.submitAll(writes, then: then).results
}

/// Blocks the writer thread of a storage.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Returns once the thread is blocked.
  ///
  /// - Parameter write: Returns the write whose completion blocks the thread.
  func block(
    _ storage: any SessionStorage,
    by write: (@escaping @Sendable () -> Void) -> StorageWrite = { completion in
      .probe { _ in completion() }
    }
  ) async {
    await withCheckedContinuation { continuation in
      storage.submit(
        write { [semaphore] in
          continuation.resume()
          semaphore.wait()
        })
    }
  }

  func open() { semaphore.signal() }
}

/// Another program that uses a file. All statements run on one connection.
actor Locker {
  private let connection: SQLiteConnection

  init(_ path: String) throws {
    connection = try SQLiteConnection(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, lockTimeout: 0)
  }

  func run(_ sql: String) throws { try connection.run(SQLiteStatement(sql)) }

  func lock() throws { try run("BEGIN EXCLUSIVE") }
  func unlock() throws { try run("ROLLBACK") }
}

#endif
