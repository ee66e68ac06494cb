/// Names in Swift source.
enum SwiftIdentifier {
  /// The names that are given in one type; each of them once.
  struct Scope {
    private var taken: Set<String> = []

    /// Returns the name of the declaration for a name in JSON.
    mutating func add(_ name: String) -> String {
      let base = SwiftIdentifier.letters(name)
      var free = base
      var number = 2
      while !taken.insert(free).inserted {
        free = "\(base)\(number)"
        number += 1
      }
      return SwiftIdentifier.escaped(free)
    }
  }

  /// The names that no generated type has: those that the generated code uses, and some that Swift
  /// does not let a type have.
  static let reservedTypes = [
    "Any", "Array", "Bool", "Box", "CaseIterable", "Codable", "CodingKey", "CodingKeys", "Data",
    "Date", "Decimal", "Decoder", "DecodingError", "Dictionary", "Double", "Encoder", "Float",
    "Foundation", "Hashable", "Identifiable", "Int", "Int8", "Int16", "Int32", "Int64",
    "JSONValue", "KeyedDecodingContainer", "Name", "Never", "NewStackElement", "Optional",
    "Protocol", "RawRepresentable", "RawValue", "Self", "Sendable", "StackElement", "String",
    "Type", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID", "Value",
    "ExpressibleByStringLiteral",
  ]

  /// Returns a name as it is if Swift allows it; else its letters and digits, with a capital letter
  /// where others were.
  private static func letters(_ name: String) -> String {
    let parts = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    let joined =
      (parts.first.map(String.init) ?? "_")
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    // `self`, `Type` and `Protocol` mean something else after a dot, also in backticks; a lone `_`
    // is no name.
    let isTaken = ["self", "Self", "Type", "Protocol", "_", "hashValue"].contains(joined)
    if isTaken { return joined + "_" }
    return joined.first?.isNumber == true ? "_" + joined : joined
  }

  private static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "precedencegroup", "private",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break",
    "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "switch", "throw", "where", "while", "Any", "as", "await",
    "false", "is", "nil", "super", "throws", "true", "try",
  ]
}
