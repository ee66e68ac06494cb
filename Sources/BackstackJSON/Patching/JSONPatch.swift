/// Patches from one JSON document to another (RFC 6902).
package enum JSONPatch {
  /// The patch that makes one document of another.
  ///
  /// Numbers are compared as they are written: 1 becomes 1.0 by a replacement. Elements of arrays
  /// that are objects with a member `id` are matched by it, others by what they are.
  ///
  /// - Parameters:
  ///   - old: The document that the patch is applied to.
  ///   - new: The document that it gives.
  ///   - base: A pointer (RFC 6901) to where both stand in a larger document.
  /// - Returns: A JSON array of operations, never longer than one that replaces the whole.
  /// - Throws: ``JSONSyntaxError`` when one of them is not JSON as ``JSONStreamDecoder`` takes it.
  /// - Complexity: O(*n* log *n*) in the size of both.
  package static func make(
    from old: [UInt8], to new: [UInt8], at base: String = ""
  ) throws(JSONSyntaxError) -> [UInt8] {
    if old == new { return Array("[]".utf8) }
    var difference = JSONDifference(
      old: try scan(old), new: try scan(new), pointer: Array(base.utf8))
    return difference.patch()
  }

  /// A patch of one operation that replaces a value.
  ///
  /// - Parameters:
  ///   - base: A pointer to the value.
  ///   - value: JSON.
  package static func replacing(_ base: String, with value: [UInt8]) -> [UInt8] {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    patch.append(.replace) { $0 += value }
    return patch.finish()
  }

  private static func scan(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
    let scanned = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in
        try JSONDocument(bytes, userInfo: [:], limits: JSONLimits())
      }
    }
    return try scanned.get()
  }
}
