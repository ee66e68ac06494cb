#if SQLite

import BackstackStorage

/// What is done with the tables of a file, over a connection.
struct SQLiteTables {
  let connection: SQLiteConnection
  let rows = SessionRows()

  /// Does something in a transaction that writes, or nothing.
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
  /// Whether a write fails so before it changes anything, and says nothing of the file as a whole.
  var isRefusal: Bool {
    switch self {
    case .notFound, .exists, .ended, .fenced, .versionConflict, .answerExists, .invalid,
      .unreadableRecord, .quarantined:
      true
    default: false
    }
  }

  /// Whether what fails so may be due to one write of several.
  var isOfOneWrite: Bool {
    switch self {
    case .full, .corrupted: true
    default: false
    }
  }
}

#endif
