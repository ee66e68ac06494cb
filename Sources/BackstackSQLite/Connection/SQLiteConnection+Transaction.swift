#if SQLite

import BackstackStorage

extension SQLiteConnection {
  /// How a transaction begins.
  enum Transaction: String {
    /// It sees the database as it is when it begins, and writes nothing.
    case reading = "BEGIN"
    /// It is the only one that writes.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Does something in a transaction, or nothing.
  func transaction<Value>(
    _ kind: Transaction, _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try run(kind.rawValue)
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // Some failures have ended the transaction already.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// An integer that a statement without parameters gives.
  func integer(_ sql: String) throws(StorageError) -> Int {
    guard let number = try first(sql, [], { row in row.integer(0) }) ?? nil else {
      throw .corrupted("no number for \(sql)")
    }
    return Int(number)
  }
}

#endif
