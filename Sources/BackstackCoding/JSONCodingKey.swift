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
