#if PostgreSQL

import BackstackStorage
import CPostgreSQL

/// The result of a statement, in binary form.
final class PostgresResult {
  private let handle: OpaquePointer

  /// - Parameter handle: A result of libpq, which this then owns.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  var status: ExecStatusType { PQresultStatus(handle) }

  var count: Int { Int(PQntuples(handle)) }

  /// The number of rows that the statement has inserted, changed or removed.
  var changeCount: Int {
    // Sound: the text is valid as long as the result.
    PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// The command tag, such as `COMMIT`.
  var tag: String {
    // Sound: the text is valid as long as the result.
    PQcmdStatus(handle).map { String(cString: $0) } ?? ""
  }

  /// The failure of the statement.
  func failure(orElse message: String) -> PostgresFailure {
    func field(_ code: Int32) -> String? {
      // Sound: the text is valid as long as the result.
      PQresultErrorField(handle, code).map { String(cString: $0) }
    }
    return PostgresFailure(
      state: field(Int32(UInt8(ascii: "C"))), message: field(Int32(UInt8(ascii: "M"))) ?? message)
  }

  // MARK: Values

  func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(handle, Int32(row), Int32(column)) != 0
  }

  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    guard !isNull(row, column) else { return nil }
    let count = Int(PQgetlength(handle, Int32(row), Int32(column)))
    guard let start = PQgetvalue(handle, Int32(row), Int32(column)) else { return nil }
    // Sound: the value has this length, and is valid as long as the result.
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func text(_ row: Int, _ column: Int) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// An integer of any width, or a boolean.
  func integer(_ row: Int, _ column: Int) -> Int64? {
    guard let bytes = bytes(row, column), [1, 2, 4, 8].contains(bytes.count) else { return nil }
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - bytes.count * 8
    return Int64(bitPattern: value << UInt64(unused)) >> Int64(unused)
  }

  /// An integer of a column that has one in each row.
  ///
  /// - Throws: ``StorageError/corrupted(_:)`` if it has none.
  func required(_ row: Int, _ column: Int) throws(StorageError) -> Int64 {
    guard let value = integer(row, column) else {
      throw .corrupted("column \(column) of a result has no integer")
    }
    return value
  }

  /// A number that is never negative.
  ///
  /// - Throws: ``StorageError/corrupted(_:)`` if there is no such number.
  func number(_ row: Int, _ column: Int) throws(StorageError) -> UInt64 {
    guard let value = UInt64(exactly: try required(row, column)) else {
      throw .corrupted("column \(column) of a result is negative")
    }
    return value
  }
}

#endif
