#if SQLite

import BackstackSQLite
import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import Foundation
import Testing

struct BackupTests {
  @Test("A backup is a copy of the database at one point in time") func aBackupIsACopyOfOneMoment()
    async throws
  {
    let folder = TemporaryFolder()
    let storage = try await SQLiteStorage.open(
      SQLiteConfiguration(path: folder.file("sessions.db")))
    var current = [revision("a"), revision("b")]
    for start in current { try await storage.create(TracedWrites.creation(start.id)) }
    async let backup: Void = storage.backUp(to: folder.file("backup.db"))
    for _ in 0..<40 {
      for index in current.indices {
        current[index] = try await storage.update(TracedWrites.step(current[index]))
      }
    }
    try await backup
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains("backup.db.partial"))
    let configuration = SQLiteConfiguration(path: folder.file("backup.db"))
    #expect(try await SQLiteStorage.check(configuration) == [])
    let copy = try await SQLiteStorage.open(configuration)
    for revision in current {
      #expect(try await TracedWrites.verify(revision.id, in: copy) <= revision.version)
      #expect(try await TracedWrites.verify(revision.id, in: storage) == revision.version)
    }
    await copy.close()
    let path = folder.file("backup.db")
    await #expect(throws: StorageError.unavailable("\(path) exists already")) {
      try await storage.backUp(to: path)
    }
    await #expect(throws: StorageError.self) {
      try await storage.backUp(to: folder.file("none/backup.db"))
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("backup.db"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    await storage.close()
  }
}

#endif
