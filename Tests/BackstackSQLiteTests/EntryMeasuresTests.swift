#if SQLite

import BackstackStorage
import BackstackTestSupport
import CSQLite
import Testing

@testable import BackstackSQLite

struct EntryMeasuresTests {
  @Test("The measures of the newest entries are remembered") func theNewestAreRemembered() {
    var measures = EntryMeasures()
    #expect(measures.find(before: 0) == nil)
    for number in 0..<1000 { measures.append(measure(number)) }
    #expect(measures.find(before: 0) == measure(999))
    let oldest = EntryMeasures.limit * 3 / 4
    #expect(measures.find(before: UInt64(oldest)) == measure(999 - oldest))
    #expect(measures.find(before: UInt64(EntryMeasures.limit)) == nil)
    #expect(measures.find(before: .max) == nil)
    measures.keep(.max)
    #expect(measures.find(before: 9) == measure(990))
    measures.keep(9)
    #expect(measures.find(before: 8) == measure(991))
    #expect(measures.find(before: 9) == nil)
    measures.keep(0)
    #expect(measures.find(before: 0) == nil)
  }

  /// Trims by count, bytes and age a journal with entries of different sizes, of which the writer
  /// remembers a part.
  @Test(
    "Trimming gives the same result with and without remembered measures", arguments: [0, 7, 700])
  func aJournalIsTrimmedAsWithoutThem(remembered: Int) async throws {
    let folder = TemporaryFolder()
    let configuration = SQLiteConfiguration.relaxed(in: folder)
    let storage = try await SQLiteStorage.open(configuration)
    var current = try await storage.create(NewSession(session("a")))
    var all: [JournalEntry] = []
    for version in 1...700 as ClosedRange<UInt64> {
      if version == 701 - UInt64(remembered) { try await forget(folder) }
      all.append(
        JournalEntry(
          version: version, time: StorageTime(milliseconds: Int64(version / 2)),
          record: [UInt8](repeating: 1, count: Int(version % 13)),
          snapshot: version % 3 == 0 ? [2, 3] : nil))
      current = try await storage.update(SessionUpdate(current, entries: [all[all.count - 1]]))
    }
    if remembered == 0 { try await forget(folder) }
    for retention in [
      JournalRetention(count: 650), JournalRetention(bytes: 4000),
      JournalRetention(since: StorageTime(milliseconds: 250)), JournalRetention(bytes: 300),
      JournalRetention(count: 3),
    ] {
      try await storage.update(SessionUpdate(current, retention: retention))
      var bytes = all.reduce(0) { $0 + $1.byteCount }
      while retention.removesOldest(from: all[0].time, count: all.count, bytes: bytes) {
        bytes -= all.removeFirst().byteCount
      }
      #expect(try await storage.journal(of: "a", limit: .max).entries == all)
    }
    await storage.close()
    #expect(try await SQLiteStorage.check(configuration) == [])
  }

  /// Makes the writer read its remembered measures again, as after a start.
  private func forget(_ folder: TemporaryFolder) async throws {
    try await Locker(folder.file("sessions.db")).run("UPDATE session SET ttl = ttl")
  }

  private func measure(_ number: Int) -> EntryMeasure {
    EntryMeasure(time: StorageTime(milliseconds: Int64(number)), bytes: number)
  }
}

#endif
