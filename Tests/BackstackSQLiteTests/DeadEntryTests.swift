#if SQLite

import Testing

@testable import BackstackSQLite

@Suite struct DeadEntryTests {
  @Test("Entries in consecutive rows are grouped")
  func entriesArePutTogetherWhoseRowsFollowEachOther() {
    let rows: [Int64] = [7, 3, .max, 4, 4, 9, 8, 1, .max - 1, .min]
    let runs = DeadEntry.runs(rows.map { DeadEntry(row: $0, key: 1, before: 2) })
    #expect(
      runs.map { $0.map(\.row) } == [[.min], [1], [3, 4], [4], [7, 8, 9], [.max - 1, .max]])
    #expect(DeadEntry.runs([]).isEmpty)
  }
}

#endif
