/// A validation of non-ASCII characters in UTF-8 (RFC 3629 §4).
enum UTF8Sequence {
  /// Returns the number of bytes of the valid sequence at `bytes`, or 0.
  ///
  /// Reads a byte only if the bytes before it are valid, so a zero after the text ends it.
  static func length(at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    switch bytes[0] {
    case 0xC2...0xDF: isTail(bytes[1]) ? 2 : 0
    case 0xE0: three(bytes, 0xA0...0xBF)
    case 0xED: three(bytes, 0x80...0x9F)
    case 0xE1...0xEF: three(bytes, 0x80...0xBF)
    case 0xF0: four(bytes, 0x90...0xBF)
    case 0xF1...0xF3: four(bytes, 0x80...0xBF)
    case 0xF4: four(bytes, 0x80...0x8F)
    default: 0
    }
  }

  /// Returns whether a text that is valid has more than a number of combining marks after each other: scalars
  /// that are brought into order when texts are compared (UAX #15).
  ///
  /// - Complexity: O(*n*).
  static func hasMarks(over limit: Int, in text: Range<UnsafeMutablePointer<UInt8>>) -> Bool {
    // Each takes two bytes or more.
    guard (text.upperBound - text.lowerBound) / 2 > limit else { return false }
    var count = 0
    var next = text.lowerBound
    while next < text.upperBound {
      let length = next.pointee < 0x80 ? 1 : max(1, length(at: next))
      if isMark(next, length) {
        count += 1
        if count > limit { return true }
      } else {
        count = 0
      }
      next += length
    }
    return false
  }

  private static func isMark(_ bytes: UnsafeMutablePointer<UInt8>, _ length: Int) -> Bool {
    switch bytes[0] {
    // Latin, Greek and most Cyrillic letters, and most of the Chinese and Korean ones.
    case ..<0xCC, 0xCE...0xD1, 0xE4...0xE9, 0xEB, 0xEC: return false
    default: break
    }
    var value = UInt32(bytes[0]) & (0x7F >> UInt32(length))
    for index in 1..<length { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    return Unicode.Scalar(value)?.properties.canonicalCombiningClass != .notReordered
  }

  private static func three(
    _ bytes: UnsafeMutablePointer<UInt8>, _ second: ClosedRange<UInt8>
  ) -> Int {
    second.contains(bytes[1]) && isTail(bytes[2]) ? 3 : 0
  }

  private static func four(
    _ bytes: UnsafeMutablePointer<UInt8>, _ second: ClosedRange<UInt8>
  ) -> Int {
    second.contains(bytes[1]) && isTail(bytes[2]) && isTail(bytes[3]) ? 4 : 0
  }

  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
