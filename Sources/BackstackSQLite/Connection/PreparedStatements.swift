#if SQLite

import CSQLite

/// The prepared statements of a connection.
struct PreparedStatements {
  /// Statements by the address of their text.
  private var literals: [UnsafePointer<UInt8>: OpaquePointer] = [:]
  private var others: [String: OpaquePointer] = [:]

  subscript(statement: SQLiteStatement) -> OpaquePointer? {
    get {
      switch statement.source {
      case .literal(let text): literals[text.utf8Start]
      case .text(let text): others[text]
      }
    }
    set {
      switch statement.source {
      case .literal(let text): literals[text.utf8Start] = newValue
      case .text(let text): others[text] = newValue
      }
    }
  }

  /// Finalizes all statements.
  func finalize() {
    for statement in literals.values { sqlite3_finalize(statement) }
    for statement in others.values { sqlite3_finalize(statement) }
  }
}

#endif
