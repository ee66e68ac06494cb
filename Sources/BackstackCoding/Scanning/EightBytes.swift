/// Tests on eight bytes at once, in one word.
package enum EightBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Returns whether a JSON string must escape one of the bytes: a quote, a backslash or a control
  /// character.
  @inline(__always)
  static func needEscape(_ word: UInt64) -> Bool {
    special(word) & ~word & highs != 0
  }

  /// Returns the number of leading bytes in memory that are ASCII and need no escape in a JSON
  /// string.
  @inline(__always)
  static func plainPrefix(of word: UInt64) -> Int {
    let word = UInt64(littleEndian: word)
    return ((special(word) | word) & highs).trailingZeroBitCount >> 3
  }

  /// Sets the high bit of the lowest byte that is a quote, a backslash or a control character. A
  /// borrow may wrongly mark higher bytes, but never hides one.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    (word &- ones &* 0x20)
      | ((word ^ ones &* 0x22) &- ones)
      | ((word ^ ones &* 0x5C) &- ones)
  }

  /// Returns the number of bytes from an index on that are ASCII and need no escape in a JSON string.
  @inline(__always)
  static func plainPrefix(of text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count {
      // Sound: every eight bytes are a word.
      let word = text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let count = plainPrefix(of: word)
      index += count
      if count < 8 { break }
    }
    return index - start
  }

  /// Returns the number of leading bytes that two texts have in common.
  package static func samePrefix(of first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    let count = min(first.count, second.count)
    var index = 0
    while index + 8 <= count {
      // Sound: every eight bytes are a word.
      let word = first.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard word == second.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self) else {
        break
      }
      index += 8
    }
    while index < count, first[index] == second[index] { index += 1 }
    return index
  }
}
