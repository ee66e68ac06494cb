#if SQLite

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
