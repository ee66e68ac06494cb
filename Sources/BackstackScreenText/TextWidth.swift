extension StringProtocol {
  /// How many columns of a terminal the text takes.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the beginning of the text that fits into a number of columns.
  package func prefix(columns: Int) -> SubSequence {
    var room = columns
    return prefix { character in
      room -= character.columns
      return room >= 0
    }
  }
}

extension Character {
  /// Two for the characters of East Asia and for emoji, otherwise one.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first, first.value >= 0x1100 else { return 1 }
    let isEmoji =
      first.properties.isEmojiPresentation || unicodeScalars.contains { $0.value == 0xFE0F }
    return isEmoji || Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The wide and the full-width characters of UAX #11, by their blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
