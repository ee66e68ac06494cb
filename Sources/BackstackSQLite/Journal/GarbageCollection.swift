#if SQLite

import BackstackStorage

/// The collection of some blocks, in steps that each remove the entries of some consecutive rows:
/// writes don't wait long for a step.
///
/// The table `collection` has the progress, so that after a crash no step is taken again: its rows
/// may be those of other entries by then.
struct GarbageCollection {
  /// The number of consecutive rows of which a step removes entries.
  static let step: Int64 = 1024

  /// The number of the last block; `nil` if there is no block to collect.
  private var last: Int64?
  private var blockCount = 0
  /// The last row of this step, if there are entries in later rows.
  private var end: Int64?
  /// The entries that this step removes.
  private(set) var next: [DeadEntry] = []

  /// Reads the collection that has begun, or else begins one with the blocks that have waited
  /// longest.
  mutating func read(in connection: SQLiteConnection) throws(StorageError) {
    let begun =
      try connection.first("SELECT number, row FROM collection") {
        (last: $0.integer(0), removed: $0.integer(1))
      }
    let removed = begun?.removed ?? .min
    var dead: [DeadEntry] = []
    try connection.each(
      """
      SELECT number, key, before, first, gaps FROM garbage WHERE number <= ?
      ORDER BY number LIMIT \(Garbage.limit)
      """, [.integer(begun?.last ?? .max)]
    ) { row in
      last = row.integer(0)
      blockCount += 1
      guard let key = row.integer(1), let before = row.integer(2), let first = row.integer(3),
        let gaps = row.blob(4), let rows = EntryRows(first: first, gaps: gaps),
        rows.last > removed
      else { return }
      for row in rows.rows where row > removed {
        dead.append(DeadEntry(row: row, key: key, before: before))
      }
    }
    guard let first = dead.lazy.map(\.row).min() else { return }
    let end = first > .max - Self.step ? .max : first + Self.step - 1
    next = dead.filter { $0.row <= end }
    if next.count < dead.count { self.end = end }
  }

  /// Whether there is no block to collect.
  var isEmpty: Bool { last == nil }

  /// The number of blocks that are collected after this step.
  var collectedCount: Int { end == nil ? blockCount : 0 }

  /// Stores the progress, once the entries of this step are removed.
  func finishStep(in connection: SQLiteConnection) throws(StorageError) {
    guard let last, let end else { return try forget(in: connection) }
    try connection.run(
      "INSERT OR REPLACE INTO collection (id, number, row) VALUES (0, ?, ?)",
      [.integer(last), .integer(end)])
  }

  /// Leaves the entries that are not removed yet where they are.
  mutating func abandon(in connection: SQLiteConnection) throws(StorageError) {
    end = nil
    try forget(in: connection)
  }

  private func forget(in connection: SQLiteConnection) throws(StorageError) {
    if let last { try connection.run("DELETE FROM garbage WHERE number <= ?", [.integer(last)]) }
    try connection.run("DELETE FROM collection")
  }
}

/// An entry that can't be read any more.
struct DeadEntry: Equatable {
  let row: Int64
  /// The key of the entry's session.
  let key: Int64
  /// A version that is later than the entry's.
  let before: Int64

  func isEntry(of key: Int64, _ version: Int64) -> Bool { key == self.key && version < before }

  /// Sorts entries, and groups those with consecutive rows.
  static func runs(_ entries: [DeadEntry]) -> [ArraySlice<DeadEntry>] {
    let entries = entries.sorted { $0.row < $1.row }
    var runs: [ArraySlice<DeadEntry>] = []
    var start = 0
    for index in entries.indices.dropFirst()
    where entries[index].row != entries[index - 1].row &+ 1 {
      runs.append(entries[start..<index])
      start = index
    }
    if start < entries.count { runs.append(entries[start...]) }
    return runs
  }
}

#endif
