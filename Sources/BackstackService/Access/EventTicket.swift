/// A one-time ticket for a session's events, for clients that can't send `Authorization`: 256
/// random bits.
struct EventTicket: Hashable, Sendable {
  private let words: SIMD4<UInt64>

  /// Creates a random ticket.
  init(using generator: inout some RandomNumberGenerator) {
    words = SIMD4(generator.next(), generator.next(), generator.next(), generator.next())
  }

  /// Creates a ticket from its text: 64 lower-case hexadecimal digits.
  ///
  /// - Returns: `nil` for any other text.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var words = SIMD4<UInt64>()
    for (index, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x61 + 10
      default: return nil
      }
      words[index / 16] = words[index / 16] << 4 | UInt64(value)
    }
    self.words = words
  }

  /// The ticket's text. It must not be logged.
  var text: String {
    (0..<4).map { index in
      let digits = String(words[index], radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
