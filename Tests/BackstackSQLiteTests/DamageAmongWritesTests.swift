#if SQLite

import BackstackStorage
import BackstackStorageTesting
import BackstackTestSupport
import CSQLite
import Foundation
import Testing

@testable import BackstackSQLite

/// Damaged files that are written to.
struct DamageAmongWritesTests {
  let folder = TemporaryFolder()

  /// With one wrong bit, a file is refused or loses only what the bit hit, whatever is written.
  @Test("A wrong bit damages nothing else") func aWrongBitStopsNothingElse() async throws {
    let soak = ProcessInfo.processInfo.environment["BACKSTACK_SOAK"] != nil
    let current = try await written()
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("sessions.db")))
    var random = SeededRandom(seed: 1)
    var (refused, failed) = (0, 0)
    for _ in 0..<(soak ? 5000 : 200) {
      var damaged = whole
      // Rarely choose a position in unused space.
      var place: Int
      repeat {
        place = Int(random.next(below: UInt64(whole.count)))
      } while whole[place] == 0 && random.next(below: 20) != 0
      damaged[place] ^= UInt8(1 << random.next(below: 8))
      let copy = TemporaryFolder()
      try damaged.write(to: URL(fileURLWithPath: copy.file("sessions.db")))
      var configuration = SQLiteConfiguration.relaxed(in: copy)
      configuration.createsFile = false
      guard let storage = try? await SQLiteStorage.open(configuration) else {
        refused += 1
        continue
      }
      for result in await submitAll(writes(after: current), to: storage) {
        if case .failure = result { failed += 1 }
      }
      await storage.close()
    }
    #expect(refused > 0)
    #expect(failed > 0)
  }

  /// A row's number has a wrong bit, so the rows of a page are out of order.
  @Test("A row at the wrong position is not mistaken for another")
  func aRowInTheWrongPlaceIsNotTakenForAnother() async throws {
    var storage = try await SQLiteStorage.open(.relaxed(in: folder))
    var other = try await storage.create(NewSession(session("b")))
    for version in 1...40 as ClosedRange<UInt64> {
      other = try await storage.update(SessionUpdate(other, entries: [entry(version)]))
    }
    var current = try await storage.create(NewSession(session("a")))
    for version in 1...80 as ClosedRange<UInt64> {
      current = try await storage.update(SessionUpdate(current, entries: [entry(version)]))
    }
    await storage.close()
    let url = URL(fileURLWithPath: folder.file("sessions.db"))
    var data = try Data(contentsOf: url)
    // Row 72, and the types of its columns.
    let cell = try #require(data.range(of: Data([72, 12, 0, 1, 1, 8, 6, 0, 22, 0, 9, 0, 0])))
    data[cell.lowerBound] = 8
    try data.write(to: url)
    storage = try await SQLiteStorage.open(.relaxed(in: folder))
    current = try await storage.update(SessionUpdate(current, retention: .init(count: 2)))
    let time = StorageTime(milliseconds: 1)
    _ = try await storage.expire(.init(now: time, rememberedUntil: time, limit: 10))
    current = try await storage.update(SessionUpdate(current, entries: [entry(81)]))
    let page = try await storage.journal(of: "a", limit: .max)
    #expect(page.entries == (79...81).map { entry($0) })
    await storage.close()
  }

  @Test("A lost session does not prevent later writes") func aLostSessionIsInNobodysWay()
    async throws
  {
    let storage = try await SQLiteStorage.open(.relaxed(in: folder))
    for id in ["a", "b"] { try await storage.create(NewSession(session(id))) }
    // Its row in `position` stays, with the key that the next session gets.
    try await Locker(folder.file("sessions.db")).run("DELETE FROM session WHERE id = 'b'")
    for id in ["c", "d"] {
      try await storage.create(NewSession(session(id)))
      #expect(try await storage.load(id) == session(id))
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(.relaxed(in: folder)) == [])
  }

  // MARK: Support

  private func entry(_ version: UInt64) -> JournalEntry {
    JournalEntry(
      version: version, time: StorageTime(milliseconds: 0), record: [UInt8](repeating: 7, count: 5))
  }

  /// Writes sessions that use every kind of record; one has ended, and some will expire.
  private func written() async throws -> [SessionRevision] {
    let storage = try await SQLiteStorage.open(.relaxed(in: folder))
    var current: [SessionRevision] = []
    for number in 0..<6 {
      var new = session("s\(number)")
      new.header.expires = StorageTime(milliseconds: Int64(number) * 100_000)
      current.append(try await storage.create(NewSession(new)))
    }
    for version in 1...70 as ClosedRange<UInt64> {
      for number in current.indices {
        let answer = StoredAnswer(
          key: AnswerKey(scope: "s\(number)", key: "\(version)"),
          created: StorageTime(milliseconds: 0), expires: StorageTime(milliseconds: 5), body: [1])
        var entry = entry(version)
        entry.snapshot = version % 3 == 0 ? [2] : nil
        current[number] = try await storage.update(
          SessionUpdate(
            current[number], entries: [entry], state: [UInt8(version)],
            answers: version % 10 == 0 ? [answer] : [],
            retention: version == 40 ? .init(count: 36) : nil))
      }
    }
    try await storage.end(
      current[5], reason: "over", rememberedUntil: StorageTime(milliseconds: 50_000))
    await storage.close()
    return current
  }

  private func writes(after current: [SessionRevision]) -> [SampleWrite] {
    let ids = current.indices.prefix(5)
    let time = StorageTime(milliseconds: 150_000)
    var writes: [SampleWrite] = []
    for number in ids {
      writes.append(
        .update(
          SessionUpdate(
            current[number], entries: [entry(71)], state: [3], retention: .init(count: 20))))
      writes.append(.claim(SessionClaim("s\(number)")))
    }
    writes.append(.create(NewSession(session("new"))))
    writes.append(.end(revision("s4", 71, epoch: 2), reason: "over", rememberedUntil: time))
    writes.append(.delete(revision("s3", 71, epoch: 2)))
    writes.append(.expire(.init(now: time, rememberedUntil: time, limit: 100)))
    writes.append(.create(NewSession(session("newer"))))
    writes.append(
      .expire(
        .init(now: StorageTime(milliseconds: 10_000_000), rememberedUntil: time, limit: 100)))
    return writes
  }
}

#endif
