/// Why bytes are no JSON document, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong: an open set.
  package struct Code: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// A byte that can't come next.
    package static let unexpectedByte = Self(rawValue: "unexpected-byte")
    /// The bytes end in the middle of the document.
    package static let unexpectedEnd = Self(rawValue: "unexpected-end")
    /// A string that isn't UTF-8, or has an escape that stands for no character.
    package static let invalidString = Self(rawValue: "invalid-string")
    /// An object with two members of the same name.
    package static let duplicateKey = Self(rawValue: "duplicate-key")
    /// More nested arrays and objects than ``JSONLimits/depth``.
    package static let tooDeep = Self(rawValue: "too-deep")
    /// More bytes than ``JSONLimits/bytes``.
    package static let tooLarge = Self(rawValue: "too-large")
    /// More elements and members than ``JSONLimits/elements``.
    package static let tooMany = Self(rawValue: "too-many")
  }

  package let code: Code
  /// Where, as the number of bytes before.
  package let offset: Int
  /// The array or object in which a limit was passed.
  package let path: [JSONCodingKey]
  /// What is wrong, for a person: a sentence or more.
  package let message: String

  init(code: Code, offset: Int, path: [JSONCodingKey] = [], message: String) {
    self.code = code
    self.offset = offset
    self.path = path
    self.message = message
  }

  package var description: String { "\(message) (At byte \(offset).)" }
}
