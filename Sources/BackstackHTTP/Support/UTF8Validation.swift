/// The validation of a text in UTF-8 (RFC 3629 §4) that arrives in pieces, wherever they are split.
struct UTF8Validation: Sendable {
  /// The number of bytes that the last character still needs.
  private var missing: UInt8 = 0
  /// The values that its next byte may have.
  private var low = Self.tails.lowerBound
  private var high = Self.tails.upperBound

  private static let tails: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the text is valid as it is, if nothing follows.
  var isComplete: Bool { missing == 0 }

  /// Adds a piece of the text.
  ///
  /// - Returns: Whether the text is valid so far; if not, it stays invalid.
  mutating func add(_ piece: borrowing Span<UInt8>) -> Bool {
    var index = 0
    while index < piece.count {
      if missing == 0 {
        index = ASCII.endOfPlain(piece, index..<piece.count) {
          !ASCII.holdsMoreThanASCII($0)
        } isPlain: {
          $0 < 0x80
        }
        if index == piece.count { return true }
        guard begin(piece[index]) else { return false }
      } else {
        guard piece[index] >= low, piece[index] <= high else { return false }
        missing &-= 1
        (low, high) = (Self.tails.lowerBound, Self.tails.upperBound)
      }
      index &+= 1
    }
    return true
  }

  /// Begins a character of several bytes.
  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0...0xEF: missing = 2
    case 0xF0...0xF4: missing = 3
    default: return false
    }
    switch byte {
    // Longer forms of characters that have a shorter one.
    case 0xE0: low = 0xA0
    case 0xF0: low = 0x90
    // Surrogates, and numbers above the last character.
    case 0xED: high = 0x9F
    case 0xF4: high = 0x8F
    default: break
    }
    return true
  }
}
