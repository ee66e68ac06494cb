#if SQLite

import BackstackStorage

extension SQLiteConnection {
  /// The kinds of transactions.
  enum Transaction {
    /// A transaction that reads a consistent snapshot of the database, and writes nothing.
    case reading
    /// A transaction that writes; no other can write at the same time.
    case writing
  }

  /// Runs `body` in a transaction; rolls back if it throws.
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

  /// Returns the integer that a statement without parameters returns.
  func integer(_ statement: SQLiteStatement) throws(StorageError) -> Int {
    guard let number = try first(statement, [], { row in row.integer(0) }) ?? nil else {
      throw .corrupted("no number from \(statement.text)")
    }
    return Int(number)
  }
}

#endif
