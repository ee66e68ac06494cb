#if SQLite

/// An entry that nobody can read any more.
struct DeadEntry: Equatable {
  let row: Int64
  /// The session that it is of.
  let key: Int64
  /// Its version is less than this.
  let before: Int64

  func isEntry(of key: Int64, _ version: Int64) -> Bool { key == self.key && version < before }

  /// Puts entries in order, and together those whose rows follow each other.
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
