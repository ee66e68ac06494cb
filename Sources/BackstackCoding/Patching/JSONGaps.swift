/// A placeholder for an array. A document may be stored in parts: the arrays, and an outline that
/// has gaps in their place.
///
/// A gap is a byte that doesn't occur in JSON, followed by the gap's number in digits.
package enum JSONGap {
  /// The first byte of a gap: a control character, which JSON escapes.
  static let byte: UInt8 = 0x01

  /// Returns the number of bytes that a gap has in an outline.
  package static func size(of number: Int) -> Int {
    var (size, rest) = (2, number / 10)
    while rest > 0 {
      size += 1
      rest /= 10
    }
    return size
  }

  /// Returns the pointers (RFC 6901) to the gaps of an outline, in the order of their numbers; none if
  /// ``JSONStreamDecoder`` doesn't accept it.
  package static func pointers(in outline: [UInt8]) -> [[UInt8]] {
    guard let document = try? JSONPatchWriter.scan(outline, hasGaps: true) else { return [] }
    let gaps = (0..<document.entryCount).filter { document.tape[$0].kind == .gap }
    return gaps.sorted { document.gap($0) < document.gap($1) }
      .map { Array(JSONPointerText.pointer(document.codingPath(to: $0)).utf8) }
  }

  /// Appends an outline with its gaps filled.
  ///
  /// - Parameter array: Appends the array that a gap stands for.
  /// - Complexity: O(*n*) in the size of the whole document.
  package static func fill(
    _ outline: [UInt8], into bytes: inout [UInt8], with array: (Int, inout [UInt8]) -> Void
  ) {
    outline.withUnsafeBufferPointer { outline in
      var start = 0
      var index = 0
      while index < outline.count {
        guard outline[index] == byte else {
          index += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: outline[start..<index]))
        index += 1
        var number = 0
        while index < outline.count, (0x30...0x39).contains(outline[index]) {
          number = number * 10 + Int(outline[index] - 0x30)
          index += 1
        }
        array(number, &bytes)
        start = index
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: outline[start...]))
    }
  }
}

/// The owner of the arrays that the gaps of two outlines stand for; it can compare them.
package protocol JSONGaps {
  /// Returns the number of bytes of an array of the new document.
  func size(of gap: Int) -> Int

  /// Appends an array of the new document.
  func write(_ gap: Int, to bytes: inout [UInt8])

  /// Writes the operations that turn an array of the old document into one of the new; the patch's
  /// pointer refers to it.
  func compare(_ old: Int, with new: Int, _ patch: inout JSONPatchWriter)
}
