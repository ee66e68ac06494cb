/// A decoder of JSON (RFC 8259) in UTF-8 without a byte order mark.
///
/// One pass checks the whole document, even the parts that the value's code doesn't request. The
/// type of the error distinguishes invalid JSON from JSON that doesn't represent the value. The
/// decoder is stricter than the RFC: it refuses a document with an object that has two members of
/// the same name (RFC 7493 §2.3), and one that exceeds the ``JSONLimits``.
package enum JSONStreamDecoder {
  /// The maximum depth of nested arrays and objects, regardless of the limits.
  package static let maximumDepth = 512

  /// The maximum size of a document in bytes, regardless of the limits: 256 MiB − 1.
  package static let maximumSize = 1 << 28 - 1

  /// Decodes a value.
  ///
  /// - Parameter userInfo: The decoder's user info; evaluated when the value's code requests it.
  /// - Throws: ``JSONSyntaxError`` if the bytes are not a JSON document, `DecodingError` with the
  ///   coding path if the document doesn't represent such a value, or an error of the value's code.
  /// - Complexity: O(*n*), besides the work of the value's code.
  package static func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8],
    userInfo: @autoclosure @escaping () -> [CodingUserInfoKey: Any] = [:],
    limits: JSONLimits = JSONLimits()
  ) throws -> T {
    let scanned = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in
        try JSONDocument(bytes, userInfo: userInfo, limits: limits)
      }
    }
    return try scanned.get().decode(type, at: 0)
  }

  /// Decodes a value like ``decode(_:from:userInfo:limits:)-[UInt8]``.
  package static func decode<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>,
    userInfo: @autoclosure @escaping () -> [CodingUserInfoKey: Any] = [:],
    limits: JSONLimits = JSONLimits()
  ) throws -> T {
    let scanned = bytes.withContiguousStorageIfAvailable { bytes in
      Result { () throws(JSONSyntaxError) in
        try JSONDocument(bytes, userInfo: userInfo, limits: limits)
      }
    }
    guard let scanned else {
      return try decode(type, from: Array(bytes), userInfo: userInfo(), limits: limits)
    }
    return try scanned.get().decode(type, at: 0)
  }
}

/// The limits of a document, so that its sender can't exhaust memory or the stack.
package struct JSONLimits: Sendable, Hashable {
  /// The maximum depth of nested arrays and objects.
  package var depth: Int
  /// The maximum number of elements and members in all arrays and objects together.
  package var elements: Int
  /// The maximum size in bytes, less than 256 MiB.
  package var bytes: Int
  /// The maximum number of combining marks after each other in a text.
  package var marks = Int.max

  package init(
    depth: Int = JSONStreamDecoder.maximumDepth, elements: Int = .max,
    bytes: Int = JSONStreamDecoder.maximumSize
  ) {
    self.depth = min(depth, JSONStreamDecoder.maximumDepth)
    self.elements = elements
    self.bytes = min(bytes, JSONStreamDecoder.maximumSize)
  }

  /// Returns the limits of what a client sends. To compare two texts, Swift brings the combining marks after a
  /// letter into order, which takes minutes for a million of them. Stream-safe text has 30 (UAX #15); what
  /// people paste in jest has more.
  package static func ofClient(
    depth: Int = JSONStreamDecoder.maximumDepth, elements: Int = .max,
    bytes: Int = JSONStreamDecoder.maximumSize
  ) -> JSONLimits {
    var limits = JSONLimits(depth: depth, elements: elements, bytes: bytes)
    limits.marks = 300
    return limits
  }
}

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
