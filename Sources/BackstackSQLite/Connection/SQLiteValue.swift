#if SQLite

/// A value that is bound to a parameter of a statement.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .null }
  static func blob(_ bytes: [UInt8]?) -> Self { bytes.map { .blob($0) } ?? .null }
  static func integer(_ number: Int) -> Self { .integer(Int64(number)) }
  /// Returns an integer for a number that is less than 2^63.
  static func integer(_ number: UInt64) -> Self { .integer(Int64(bitPattern: number)) }
}

#endif
