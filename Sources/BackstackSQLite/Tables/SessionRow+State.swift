#if SQLite

import BackstackStorage

/// The state is stored once: as the snapshot of the entry that contains it, or in its own table.
extension SessionRow {
  /// Returns the state of the session.
  ///
  /// - Throws: ``StorageError/unreadableRecord(id:)``.
  func state(in connection: SQLiteConnection) throws(StorageError) -> [UInt8] {
    let state =
      if let stateRow {
        try connection.first(
          "SELECT snapshot FROM entry WHERE row = ?", [.integer(stateRow)], { $0.blob(0) })
      } else {
        try connection.first(
          "SELECT state FROM state WHERE key = ?", [.integer(key)], { $0.blob(0) })
      }
    guard let state = state ?? nil, Checksum.of(state) == stateChecksum else {
      throw .unreadableRecord(id: header.id)
    }
    return state
  }

  /// Stores a state.
  ///
  /// - Parameters:
  ///   - entry: The last entry that is stored together with the state, if any.
  ///   - written: The row of that entry.
  ///   - hasOwn: Whether the table of states may contain a state of the session.
  func keep(
    _ state: [UInt8], lastEntry entry: JournalEntry?, _ written: EntryRow.Written?, hasOwn: Bool,
    in connection: SQLiteConnection
  ) throws(StorageError) {
    let own = [SQLiteValue.integer(key)]
    if let written, let sum = written.snapshotChecksum, entry?.snapshot == state {
      if hasOwn, stateRow == nil { try connection.run("DELETE FROM state WHERE key = ?", own) }
      stateRow = written.row
      stateChecksum = sum
    } else {
      try connection.run(
        "INSERT OR REPLACE INTO state (key, state) VALUES (?, ?)", own + [.blob(state)])
      stateRow = nil
      stateChecksum = Checksum.of(state)
    }
  }

  /// Copies the state, damaged or not, from the entry that contains it, which is about to be
  /// removed.
  func moveState(in connection: SQLiteConnection) throws(StorageError) {
    guard let row = stateRow else { return }
    try connection.run(
      "INSERT OR REPLACE INTO state (key, state) SELECT ?, coalesce(snapshot, x'') FROM entry WHERE row = ?",
      [.integer(key), .integer(row)])
    stateRow = nil
  }
}

#endif
