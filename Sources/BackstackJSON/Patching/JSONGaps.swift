/// A document may be kept in parts: an outline, in which gaps stand for arrays, and those arrays.
///
/// A gap is a byte that no JSON has outside of this package, followed by its number in digits.
package enum JSONGap {
  /// The byte that a gap begins with: a control character, which JSON escapes.
  static let byte: UInt8 = 0x01

  /// Appends an outline with its gaps filled.
  ///
  /// - Parameter array: Appends the array that a gap stands for.
  /// - Complexity: O(size of the whole).
  package static func fill(
    _ outline: [UInt8], into bytes: inout [UInt8], with array: (Int, inout [UInt8]) -> Void
  ) {
    var rest = outline[...]
    while let start = rest.firstIndex(of: byte) {
      bytes.append(contentsOf: rest[..<start])
      var number = 0
      rest = rest[(start + 1)...]
      while let digit = rest.first, (0x30...0x39).contains(digit) {
        number = number * 10 + Int(digit - 0x30)
        rest = rest.dropFirst()
      }
      array(number, &bytes)
    }
    bytes.append(contentsOf: rest)
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
