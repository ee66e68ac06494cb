#if SQLite

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

#endif
