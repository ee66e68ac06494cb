/// Patches from one JSON document to another (RFC 6902), made from the two texts alone.
///
/// A document can also be an outline with gaps for some of its arrays. The caller then writes the
/// operations for these arrays, from what it knows of their changes: ``JSONGaps``.
package enum JSONPatch {
  /// Returns the patch from one document to another.
  ///
  /// Numbers are compared as text: a replacement changes 1 to 1.0. Array elements that are objects
  /// with a member `id` are paired by it, others by their content.
  ///
  /// - Parameters:
  ///   - old: The document to which the patch applies.
  ///   - new: The result of the patch.
  ///   - base: A pointer (RFC 6901) to the position of both in a larger document.
  ///   - gaps: The content of the gaps if both documents are outlines; if it is `nil`, gaps are not
  ///     valid JSON.
  /// - Returns: A JSON array of operations, never longer than one that replaces the whole document.
  /// - Throws: ``JSONSyntaxError`` if ``JSONStreamDecoder`` doesn't accept one of the documents.
  /// - Complexity: O(*n* log *n*) in the size of both, besides the work of the gaps' owner.
  package static func make(
    from old: [UInt8], to new: [UInt8], at base: String = "", gaps: (any JSONGaps)? = nil
  ) throws(JSONSyntaxError) -> [UInt8] {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    if old != new || gaps != nil { try patch.compare(old, with: new, gaps: gaps) }
    return patch.finish()
  }

  /// Returns the patch from one document to another, both of which this package has written.
  ///
  /// - Complexity: O(*n*) in the size of both if they differ in one scalar; else as
  ///   ``make(from:to:at:gaps:)``.
  package static func make(fromWritten old: [UInt8], to new: [UInt8], at base: String) -> [UInt8] {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    if patch.writeScalarChange(from: old, to: new) || old == new { return patch.finish() }
    return (try? make(from: old, to: new, at: base)) ?? replacing(base, with: new)
  }

  /// Returns the patch between two documents that have one outline.
  ///
  /// - Parameters:
  ///   - pointers: The pointers to its gaps, from ``JSONGap/pointers(in:)``.
  ///   - base: A pointer to both documents in a larger one.
  /// - Returns: `nil` if ``make(from:to:at:gaps:)`` may return a shorter patch.
  package static func make(
    in gaps: some JSONGaps, at pointers: [[UInt8]], below base: String
  ) -> [UInt8]? {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    let mark = patch.mark
    for (gap, pointer) in pointers.enumerated() {
      let outer = patch.enter(pointer)
      gaps.compare(gap, with: gap, &patch)
      patch.leave(outer)
    }
    // A container of an array is larger than the array.
    if let room = patch.roomForReplacement(since: mark),
      pointers.indices.contains(where: { gaps.size(of: $0) < room })
    {
      return nil
    }
    return patch.finish()
  }

  /// Returns a patch with one operation that replaces a value.
  ///
  /// - Parameters:
  ///   - base: A pointer to the value.
  ///   - value: The new value as JSON.
  package static func replacing(_ base: String, with value: [UInt8]) -> [UInt8] {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    patch.append(.replace) { $0 += value }
    return patch.finish()
  }

  /// Returns a patch with one operation: it adds, replaces or removes a value.
  ///
  /// - Parameters:
  ///   - base: A pointer to the value.
  ///   - value: The new value as JSON; `nil` to remove it.
  ///   - wasThere: Whether there is a value already.
  package static func setting(_ base: String, to value: [UInt8]?, was wasThere: Bool) -> [UInt8] {
    var patch = JSONPatchWriter(pointer: Array(base.utf8))
    if let value {
      patch.append(wasThere ? .replace : .add) { $0 += value }
    } else {
      patch.append(.remove)
    }
    return patch.finish()
  }

  /// Appends the operations of another patch.
  package static func append(_ operations: [UInt8], to patch: inout [UInt8]) {
    let isEmpty = patch.count <= 2
    patch.removeLast()
    if !isEmpty { patch.append(0x2C) }
    patch += operations.dropFirst()
  }
}

extension JSONPatchWriter {
  /// Writes the patch from one document to another; the pointer refers to both.
  ///
  /// - Throws: ``JSONSyntaxError``, with nothing written, if ``JSONStreamDecoder`` doesn't accept
  ///   one of the documents.
  package mutating func compare(
    _ old: [UInt8], with new: [UInt8], gaps: (any JSONGaps)? = nil
  ) throws(JSONSyntaxError) {
    let source = try Self.scan(old, hasGaps: gaps != nil)
    // Outlines are often equal, while the content of their gaps is not.
    let target = old == new ? source : try Self.scan(new, hasGaps: gaps != nil)
    var difference = JSONDifference(old: source, new: target, gaps: gaps)
    difference.write(to: &self)
  }

  static func scan(
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
