/// A document may be kept in parts: an outline, in which gaps stand for arrays, and those arrays.
///
/// A gap is a byte that no JSON has outside of this package, followed by its number in digits.
package enum JSONGap {
  /// The byte that a gap begins with: a control character, which JSON escapes.
  static let byte: UInt8 = 0x01

  /// How many bytes a gap has in an outline.
  package static func size(of number: Int) -> Int {
    var (size, rest) = (2, number / 10)
    while rest > 0 {
      size += 1
      rest /= 10
    }
    return size
  }

  /// Appends an outline with its gaps filled.
  ///
  /// - Parameter array: Appends the array that a gap stands for.
  /// - Complexity: O(size of the whole).
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

/// Who has the arrays that the gaps of two outlines stand for, and knows what has become of them.
package protocol JSONGaps {
  /// How many bytes an array of the new document has.
  func size(of gap: Int) -> Int

  /// Appends an array of the new document.
  func write(_ gap: Int, to bytes: inout [UInt8])

  /// Writes what makes an array of the new document of one of the old; the patch's pointer leads there.
  func compare(_ old: Int, with new: Int, _ patch: inout JSONPatchWriter)
}
