/// The reason for which bytes are not a JSON document, and the offset.
package struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of the error. More kinds may be added.
  package struct Code: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// A byte that is not allowed at its offset.
    package static let unexpectedByte = Self(rawValue: "unexpected-byte")
    /// The bytes end in the middle of the document.
    package static let unexpectedEnd = Self(rawValue: "unexpected-end")
    /// A string that isn't UTF-8, or has an invalid escape.
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
  /// The number of bytes before the error.
  package let offset: Int
  /// The path of the array or object in which a limit was exceeded.
  package let path: [JSONCodingKey]
  /// A description of the error for people: one or more sentences.
  package let message: String

  init(code: Code, offset: Int, path: [JSONCodingKey] = [], message: String) {
    self.code = code
    self.offset = offset
    self.path = path
    self.message = message
  }

  package var description: String { "\(message) (At byte \(offset).)" }
}
