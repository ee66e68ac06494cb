import Testing

@testable import BackstackHTTP

/// Searches by eight bytes have the same results as searches byte by byte.
@Suite("Eight bytes at a time")
struct WordTests {
  private static let bytes: [UInt8] = [
    0, 1, 0x08, 0x09, 0x0A, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x2E, 0x2F, 0x3E, 0x3F, 0x40, 0x7E, 0x7F,
    0x80, 0x81, 0xA0, 0xAF, 0xFE, 0xFF,
  ]

  /// Returns the inputs that fail when such bytes are put at every position of texts of many
  /// lengths.
  ///
  /// - Parameter isRight: Whether the search in a range of a text has the right result.
  private func mistakes(
    filler: UInt8, _ isRight: (_ bytes: [UInt8], _ range: Range<Int>) -> Bool
  ) -> [[UInt8]] {
    var mistakes: [[UInt8]] = []
    for length in [0, 1, 7, 8, 9, 15, 16, 17, 25] {
      for start in [0, 1, 5] {
        for place in 0..<max(length, 1) {
          for byte in Self.bytes {
            var bytes = [UInt8](repeating: filler, count: start + length + 3)
            if length > 0 { bytes[start + place] = byte }
            if !isRight(bytes, start..<(start + length)) { mistakes.append(bytes) }
          }
        }
      }
    }
    return mistakes
  }

  @Test("A byte is found at its position")
  func find() {
    for wanted in [ASCII.lineFeed, ASCII.slash, ASCII.hash, ASCII.question, 0, 0x7F, 0x80, 0xFF] {
      // A neighbour that differs in one bit is where borrows between bytes go wrong.
      for filler in [UInt8(ascii: "a"), wanted ^ 1, wanted ^ 0x80] {
        #expect(
          mistakes(filler: filler) { bytes, range in
            let expected = bytes[range].firstIndex(of: wanted) ?? range.upperBound
            return ASCII.find(wanted, in: bytes.span, range) == expected
          }.isEmpty)
      }
    }
  }

  @Test("Field values and visible text end as they would byte by byte")
  func classes() {
    for filler in [UInt8(ascii: "a"), ASCII.space, 0x21, 0x7E, 0x80, 0xFF, ASCII.tab] {
      #expect(
        mistakes(filler: filler) { bytes, range in
          let isValue = bytes[range].allSatisfy { ASCII.isFieldValue($0) }
          let visible =
            bytes[range].firstIndex { $0 <= ASCII.space || $0 >= 0x7F } ?? range.upperBound
          return ASCII.isFieldValue(bytes.span, range) == isValue
            && ASCII.endOfVisible(bytes.span, range) == visible
        }.isEmpty)
    }
  }
}
