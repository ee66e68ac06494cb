/// Decodes values from JSON (RFC 8259) in UTF-8 without a byte order mark.
///
/// One pass checks the whole document, whatever of it the value's code asks for; what is no JSON is
/// told apart from JSON that is no such value by the type of the error. Stricter than the RFC: a
/// document with an object that has two members of the same name is refused (RFC 7493 §2.3), and so
/// is one beyond the ``JSONLimits``.
package enum JSONStreamDecoder {
  /// How deep arrays and objects may be nested, whatever the limits.
  package static let maximumDepth = 512

  /// How many bytes a document may have, whatever the limits: 256 MiB.
  package static let maximumSize = 1 << 28 - 1

  /// Decodes a value.
  ///
  /// - Parameter userInfo: What the value's code may ask its decoder for; made when it does.
  /// - Throws: ``JSONSyntaxError`` if the bytes are no JSON document, `DecodingError` with the coding
  ///   path if they are and hold no such value, and what the value's own code throws.
  /// - Complexity: O(*n*), besides what the value's own code does.
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

  /// Decodes a value, as ``decode(_:from:userInfo:limits:)-[UInt8]``.
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
