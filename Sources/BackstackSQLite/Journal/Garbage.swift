#if SQLite

import BackstackStorage

/// Blocks of journals whose entries nobody can read any more, and that are still to be removed.
///
/// The entries of a block are among those of others. To remove them at once would write a page for
/// each; when many blocks wait, those next to each other go together.
enum Garbage {
  /// How many blocks are removed together.
  static let limit = 64

  /// Has the blocks of a journal removed that begin before a version, and are not in the session's row.
  static func collect(
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

  /// About how many blocks wait.
  ///
  /// - Complexity: O(log *n*) in their number.
  static func count(in connection: SQLiteConnection) throws(StorageError) -> Int {
    try connection.integer(
      """
      SELECT coalesce((SELECT max(number) FROM garbage) - (SELECT min(number) FROM garbage) + 1, 0)
      """)
  }

  /// Has the whole journal of a session removed.
  static func collect(
    _ session: SessionRow, in connection: SQLiteConnection
  ) throws(StorageError) {
    if let rows = session.lastRows {
      try connection.run(
        "INSERT INTO garbage (key, before, first, gaps) VALUES (?, ?, ?, ?)",
        [.integer(session.key), .integer(Int64.max), .integer(rows.first), .blob(rows.gaps)])
    }
    try collect(key: session.key, before: UInt64(Int64.max), in: connection)
  }

  /// Removes the entries of the blocks that have waited longest, in a transaction.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  static func remove(in connection: SQLiteConnection) throws(StorageError) -> Bool {
    var last: Int64?
    do throws(StorageError) {
      // Read within it, too: another process may remove the same, and use the numbers again.
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
        for run in DeadEntry.runs(dead) { try remove(run, in: connection) }
        try forget(through: last, in: connection)
      }
    } catch {
      guard case .corrupted = error, let last else { throw error }
      // What is damaged stays where it is, and keeps nothing else from being removed.
      try forget(through: last, in: connection)
    }
    return last != nil
  }

  /// Removes entries whose rows follow each other.
  private static func remove(
    _ run: ArraySlice<DeadEntry>, in connection: SQLiteConnection
  ) throws(StorageError) {
    guard let first = run.first, let last = run.last else { return }
    // A block that is damaged must not take entries that somebody may read.
    var isAsItWas = true
    try connection.each(
      "SELECT row, key, version FROM entry WHERE row BETWEEN ? AND ?",
      [.integer(first.row), .integer(last.row)]
    ) { row in
      guard let number = row.integer(0), let key = row.integer(1), let version = row.integer(2),
        // A damaged page has rows in another order, and gives those, too.
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

#endif
