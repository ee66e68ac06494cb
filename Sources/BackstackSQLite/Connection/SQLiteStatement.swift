#if SQLite

import CSQLite

/// A statement in SQL.
///
/// A connection keeps the statements that it has prepared. It finds a literal statement by its
/// address, independently of its length.
struct SQLiteStatement: ExpressibleByStringInterpolation {
  enum Source {
    case literal(StaticString)
    case text(String)
  }

  let source: Source

  init(_ text: String) { source = .text(text) }

  init(stringLiteral text: StaticString) {
    // A literal of a single character may have no address.
    source = text.hasPointerRepresentation ? .literal(text) : .text(text.description)
  }

  init(stringInterpolation text: StringInterpolation) { source = .text(text.text) }

  struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description
    }
  }

  var text: String {
    switch source {
    case .literal(let text): text.description
    case .text(let text): text
    }
  }
}

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
