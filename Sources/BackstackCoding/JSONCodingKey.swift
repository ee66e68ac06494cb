/// A step of a coding path in a JSON document: a member's name or an element's index.
package enum JSONCodingKey: CodingKey, Hashable, Sendable {
  case key(String)
  case index(Int)

  package var stringValue: String {
    switch self {
    case .key(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch self {
    case .key: nil
    case .index(let index): index
    }
  }

  package init(stringValue: String) { self = .key(stringValue) }

  package init(intValue: Int) { self = .index(intValue) }

  /// The key of the superclass in a keyed container.
  static let `super` = Self.key("super")
}

/// The text of pointers (RFC 6901).
package enum JSONPointerText {
  /// Returns the pointer that a coding path stands for.
  package static func pointer(_ path: some Sequence<any CodingKey>) -> String {
    path.reduce(into: "") { $0 += token($1) }
  }

  /// Appends the step to a member whose name is quoted JSON text.
  static func append(quoted name: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let text = UnsafeBufferPointer(rebasing: name.dropFirst().dropLast())
    if text.contains(where: { $0 == 0x5C || $0 == 0x7E || $0 == 0x2F }) {
      let text = try? JSONStreamDecoder.decode(String.self, from: Array(name))
      bytes += token(JSONCodingKey.key(text ?? "")).utf8
    } else {
      bytes.append(0x2F)
      bytes.append(contentsOf: text)
    }
  }

  /// Returns a step of a pointer, with the slash before it.
  package static func token(_ key: any CodingKey) -> String {
    if let index = key.intValue { return "/\(index)" }
    var token = "/"
    for character in key.stringValue.unicodeScalars {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(character)
      }
    }
    return token
  }
}
