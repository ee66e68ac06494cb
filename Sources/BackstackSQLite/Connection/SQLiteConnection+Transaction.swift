#if SQLite

import BackstackStorage

extension SQLiteConnection {
  /// How a transaction begins.
  enum Transaction {
    /// It sees the database as it is when it begins, and writes nothing.
    case reading
    /// It is the only one that writes.
    case writing
  }

  /// Does something in a transaction, or nothing.
  func transaction<Value>(
    _ kind: Transaction, _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    switch kind {
    case .reading: try run("BEGIN")
    case .writing: try run("BEGIN IMMEDIATE")
    }
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
  func integer(_ statement: SQLiteStatement) throws(StorageError) -> Int {
    guard let number = try first(statement, [], { row in row.integer(0) }) ?? nil else {
      throw .corrupted("no number for \(statement.text)")
    }
    return Int(number)
  }
}

#endif
