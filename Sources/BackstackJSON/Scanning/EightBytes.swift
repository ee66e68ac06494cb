/// Tests on eight bytes at once, held in one word.
enum EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of the bytes can't stand in a JSON string as it is: a quote, a backslash or a
  /// control character.
  @inline(__always)
  static func needEscape(_ word: UInt64) -> Bool {
    special(word) & ~word & highs != 0
  }

  /// How many of the bytes, from the first in memory, are ASCII that stands in a JSON string as it
  /// is.
  @inline(__always)
  static func plainPrefix(of word: UInt64) -> Int {
    let word = UInt64(littleEndian: word)
    return ((special(word) | word) & highs).trailingZeroBitCount >> 3
  }

  /// A high bit for the lowest of the bytes that is a quote, a backslash or a control character;
  /// higher bytes may be marked wrongly by a borrow, which never hides a byte.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    (word &- ones &* 0x20)
      | ((word ^ ones &* 0x22) &- ones)
      | ((word ^ ones &* 0x5C) &- ones)
  }
}
