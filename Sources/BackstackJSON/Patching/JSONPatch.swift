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
  ///   - gaps: What the gaps stand for when both are outlines; without, a gap is no JSON.
  /// - Returns: A JSON array of operations, never longer than one that replaces the whole.
  /// - Throws: ``JSONSyntaxError`` when one of them is not JSON as ``JSONStreamDecoder`` takes it.
  /// - Complexity: O(*n* log *n*) in the size of both, besides what the gaps' owner does.
  package static func make(
    from old: [UInt8], to new: [UInt8], at base: String = "", gaps: (any JSONGaps)? = nil
  ) throws(JSONSyntaxError) -> [UInt8] {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    if old != new || gaps != nil { try patch.compare(old, with: new, gaps: gaps) }
    return patch.finish()
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
}

extension JSONPatchWriter {
  /// Writes what makes one document of another; the pointer leads to where both stand.
  ///
  /// - Throws: ``JSONSyntaxError``, with nothing written, when one of them is not JSON as
  ///   ``JSONStreamDecoder`` takes it.
  package mutating func compare(
    _ old: [UInt8], with new: [UInt8], gaps: (any JSONGaps)? = nil
  ) throws(JSONSyntaxError) {
    var difference = JSONDifference(
      old: try Self.scan(old, hasGaps: gaps != nil), new: try Self.scan(new, hasGaps: gaps != nil),
      gaps: gaps)
    difference.write(to: &self)
  }

  private static func scan(
    _ bytes: [UInt8], hasGaps: Bool
  ) throws(JSONSyntaxError) -> JSONDocument {
    let scanned = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONSyntaxError) in
        try JSONDocument(bytes, limits: JSONLimits(), hasGaps: hasGaps)
      }
    }
    return try scanned.get()
  }
}
