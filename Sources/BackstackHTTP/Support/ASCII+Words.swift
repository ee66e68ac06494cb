import BackstackPlatform

/// Searches that examine eight bytes at a time, as most bytes of a request are plain.
extension ASCII {
  /// Returns the position of the first byte that is not plain, or the end of the range.
  ///
  /// - Parameters:
  ///   - isPlainWord: Whether eight bytes are all plain; may return `false` although they are.
  ///   - isPlain: Whether one byte is plain.
  @inline(__always)
  static func endOfPlain(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, isPlainWord: (UInt64) -> Bool,
    isPlain: (UInt8) -> Bool
  ) -> Int {
    var index = range.lowerBound
    let raw = bytes.bytes
    // Sound: any eight bytes are a valid `UInt64`, and the span checks the bounds.
    while index &+ 8 <= range.upperBound,
      isPlainWord(raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    {
      index &+= 8
    }
    while index < range.upperBound, isPlain(bytes[index]) { index &+= 1 }
    return index
  }

  /// Returns whether bytes may be part of a field value.
  @inline(__always)
  static func isFieldValue(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    endOfPlain(bytes, range) {
      !holds($0, below: space) && !holds($0, 0x7F)
    } isPlain: {
      isFieldValue($0)
    } == range.upperBound
  }

  /// Returns the position of the first byte that is not visible ASCII, or the end of the range.
  @inline(__always)
  static func endOfVisible(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    endOfPlain(bytes, range) {
      !holds($0, below: 0x21) && !holds($0, 0x7F) && !holdsMoreThanASCII($0)
    } isPlain: {
      $0 > space && $0 < 0x7F
    }
  }

  /// Returns the position of the first byte with this value, or the end of the range.
  @inline(__always)
  static func find(_ byte: UInt8, in bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Int {
    bytes.extracting(range).withUnsafeBytes { part in
      guard let start = part.baseAddress, let found = ByteSearch.first(byte, start, part.count)
      else { return range.upperBound }
      // Sound: the search returns a position inside the part.
      return range.lowerBound &+ (found - start)
    }
  }

  /// Returns whether one of eight bytes has this value.
  @inline(__always)
  static func holds(_ word: UInt64, _ byte: UInt8) -> Bool {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & highs != 0
  }

  /// Returns whether one of eight bytes is below a value of at most 128.
  @inline(__always)
  static func holds(_ word: UInt64, below byte: UInt8) -> Bool {
    (word &- ones &* UInt64(byte)) & ~word & highs != 0
  }

  /// Returns whether one of eight bytes is outside ASCII.
  @inline(__always)
  static func holdsMoreThanASCII(_ word: UInt64) -> Bool { word & highs != 0 }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }
}
