#if SQLite

import BackstackStorage

/// The queue of blocks whose entries can't be read any more and are not removed yet.
///
/// The entries of a block are among those of other sessions. Removing them at once would write a
/// page for each; when many blocks are collected together, adjacent entries are removed together.
enum Garbage {
  /// The number of blocks that are collected together.
  static let limit = 64

  /// Enqueues the blocks of a journal that begin before a version, except the one in the session's
  /// row.
  static func enqueue(
    key: Int64, before version: UInt64, in connection: SQLiteConnection
  ) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO garbage (key, before, first, gaps)
      SELECT key, ?2, first, gaps FROM block WHERE key = ?1 AND version < ?2
      """, [.integer(key), .integer(version)])
    if connection.changeCount > 0 {
      try connection.run(
        "DELETE FROM block WHERE key = ?1 AND version < ?2", [.integer(key), .integer(version)])
    }
  }

  /// Returns the approximate number of blocks in the queue.
  ///
  /// - Complexity: O(log *n*) in their number.
  static func count(in connection: SQLiteConnection) throws(StorageError) -> Int {
    try connection.integer(
      """
      SELECT coalesce((SELECT max(number) FROM garbage) - (SELECT min(number) FROM garbage) + 1, 0)
      """)
  }

  /// Enqueues the whole journal of a session.
  static func enqueue(
    _ session: SessionRow, in connection: SQLiteConnection
  ) throws(StorageError) {
    if let rows = session.lastRows {
      try connection.run(
        "INSERT INTO garbage (key, before, first, gaps) VALUES (?, ?, ?, ?)",
        [.integer(session.key), .integer(Int64.max), .integer(rows.first), .blob(rows.gaps)])
    }
    try enqueue(key: session.key, before: UInt64(Int64.max), in: connection)
  }

  /// Collects the blocks that have waited longest: removes their entries, in a transaction.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  static func collect(in connection: SQLiteConnection) throws(StorageError) -> Bool {
    var last: Int64?
    do throws(StorageError) {
      // The query is in the transaction, too: another process may collect the same blocks and reuse
      // their numbers.
      try connection.transaction(.writing) { () throws(StorageError) in
        var dead: [DeadEntry] = []
        try connection.each(
          "SELECT number, key, before, first, gaps FROM garbage ORDER BY number LIMIT \(limit)"
        ) { row in
          last = row.integer(0)
          guard let key = row.integer(1), let before = row.integer(2), let first = row.integer(3),
            let gaps = row.blob(4), let rows = EntryRows(first: first, gaps: gaps)
          else { return }
          dead += rows.rows.map { DeadEntry(row: $0, key: key, before: before) }
        }
        guard let last else { return }
        for run in DeadEntry.runs(dead) { try collect(run, in: connection) }
        try forget(through: last, in: connection)
      }
    } catch {
      guard case .corrupted = error, let last else { throw error }
      // Damaged blocks stay where they are, and must not keep others from being collected.
      try forget(through: last, in: connection)
    }
    return last != nil
  }

  /// Removes entries with consecutive rows.
  private static func collect(
    _ run: ArraySlice<DeadEntry>, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let first = run.first, let last = run.last else { return }
    // A damaged block must not remove entries that can still be read.
    var isAsItWas = true
    try connection.each(
      "SELECT row, key, version FROM entry WHERE row BETWEEN ? AND ?",
      [.integer(first.row), .integer(last.row)]
    ) { row in
      guard let number = row.integer(0), let key = row.integer(1), let version = row.integer(2),
        // A damaged page may have its rows in another order, and return rows beyond the range.
        (first.row...last.row).contains(number),
        run[run.startIndex + Int(number - first.row)].isEntry(of: key, version)
      else {
        isAsItWas = false
        return
      }
    }
    if isAsItWas {
      try connection.run(
        "DELETE FROM entry WHERE row BETWEEN ? AND ?", [.integer(first.row), .integer(last.row)])
    } else {
      for entry in run {
        try connection.run(
          "DELETE FROM entry WHERE row = ? AND key = ? AND version < ?",
          [.integer(entry.row), .integer(entry.key), .integer(entry.before)])
      }
    }
  }

  private static func forget(
    through number: Int64, in connection: SQLiteConnection
  ) throws(StorageError) {
    try connection.run("DELETE FROM garbage WHERE number <= ?", [.integer(number)])
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
