#if SQLite

import BackstackStorage

/// Operations on the tables of a file, over a connection.
struct SQLiteTables {
  let connection: SQLiteConnection
  let rows = SessionRows()

  /// Runs `body` in a writing transaction; rolls back if it throws.
  func transaction<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    do {
      return try connection.transaction(.writing) { () throws(StorageError) in
        try rows.begin(in: connection)
        return try body()
      }
    } catch {
      rows.forgetAll()
      throw error
    }
  }
}

extension StorageError {
  /// Whether a write with this error changed nothing, and the error concerns no other writes.
  var isRefusal: Bool {
    switch self {
    case .notFound, .exists, .ended, .fenced, .versionConflict, .answerExists, .invalid,
      .unreadableRecord, .quarantined:
      true
    default: false
    }
  }

  /// Whether one write of several may have caused this error for all of them.
  var isOfOneWrite: Bool {
    switch self {
    case .full, .corrupted: true
    default: false
    }
  }
}

#endif
