#if SQLite

import BackstackStorage

/// The queue of blocks whose entries can't be read any more and are not removed yet.
///
/// The entries of a block are among those of other sessions. Removing them at once would write a
/// page for each; when many blocks are collected together, adjacent entries are removed together.
enum Garbage {
  /// The largest number of blocks that are collected together. The fewer, the more often a page is
  /// written because some of its entries are removed.
  static let limit = 256

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

  /// Collects the blocks that have waited longest, a part of their entries at a time, each in a
  /// transaction.
  ///
  /// - Returns: The number of blocks that are collected now; `nil` if there were none to collect.
  @discardableResult
  static func collect(in connection: SQLiteConnection) throws(StorageError) -> Int? {
    var collection = GarbageCollection()
    do throws(StorageError) {
      // The queries are in the transaction, too: another process may collect the same blocks and
      // reuse their numbers.
      try connection.transaction(.writing) { () throws(StorageError) in
        try collection.read(in: connection)
        for run in DeadEntry.runs(collection.next) { try remove(run, in: connection) }
        try collection.finishStep(in: connection)
      }
    } catch {
      guard case .corrupted = error, !collection.isEmpty else { throw error }
      // Damaged entries stay where they are, and must not keep others from being collected.
      try connection.transaction(.writing) { () throws(StorageError) in
        try collection.abandon(in: connection)
      }
    }
    return collection.isEmpty ? nil : collection.collectedCount
  }

  /// Removes entries with consecutive rows.
  private static func remove(
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
}

#endif
