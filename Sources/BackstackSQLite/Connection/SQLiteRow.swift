#if SQLite

import CSQLite

/// The current row of a statement, valid until the next step.
///
/// A value whose type differs from the requested one is `nil`, as is a value that the column can't
/// have.
struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) { self.statement = statement }

  func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64? {
    type(column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column) : nil
  }

  func count(_ column: Int32) -> Int? {
    integer(column).flatMap { $0 >= 0 ? Int($0) : nil }
  }

  func number(_ column: Int32) -> UInt64? { integer(column).flatMap { UInt64(exactly: $0) } }

  func text(_ column: Int32) -> String? {
    guard type(column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, column) else {
      return nil
    }
    let count = Int(sqlite3_column_bytes(statement, column))
    // Sound: the text has that many bytes until the next step, and is copied.
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8]? {
    guard type(column) == SQLITE_BLOB else { return nil }
    // SQLite returns a null pointer for an empty value.
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    // Sound: the value has that many bytes until the next step, and is copied.
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement, column) }
}

#endif
