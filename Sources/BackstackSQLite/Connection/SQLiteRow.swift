#if SQLite

import CSQLite

/// A row that a statement has come to, until it goes on.
///
/// A value of another type than the one asked for is `nil`, as is one that can't be in the column.
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
    // Sound: the text has so many bytes until the statement goes on, and is copied.
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8]? {
    guard type(column) == SQLITE_BLOB else { return nil }
    // Null is what an empty one starts at.
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    // Sound: the value has so many bytes until the statement goes on, and they are copied.
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement, column) }
}

#endif
