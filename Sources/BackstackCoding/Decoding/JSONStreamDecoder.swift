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
