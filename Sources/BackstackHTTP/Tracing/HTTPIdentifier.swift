/// The 128 bits that identify a request, computed only on demand.
///
/// Each event loop draws a seed from the server's random numbers. Mixed with the numbers of the
/// connection and of its requests, it gives every request its own id without a lock, and the same
/// one each time.
struct HTTPIdentifier: Sendable, Hashable {
  /// The seed, which all requests of an event loop share.
  var seed: UInt64 = 0
  /// The connection's token in the event loop.
  var connection: UInt64 = 0
  /// The request's number on the connection.
  var number: UInt32 = 0

  /// The two words of the id, never both 0, which W3C Trace Context §3.2.2.3 forbids.
  var words: (high: UInt64, low: UInt64) {
    let high = HTTPIdentifier.mix(seed ^ connection)
    return (high, max(HTTPIdentifier.mix((seed ^ ~high) &+ UInt64(number)), 1))
  }

  /// The word that identifies the work on the request, never 0 (W3C Trace Context §3.2.2.4).
  var span: UInt64 { max(HTTPIdentifier.mix(words.high &+ ~words.low), 1) }

  /// Returns the finalizer of SplitMix64: different words stay different.
  private static func mix(_ word: UInt64) -> UInt64 {
    var word = word &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension [UInt8] {
  /// Appends the 16 lower-case hexadecimal digits of a word.
  mutating func append(hex word: UInt64) {
    var rest = word
    // All at once: separate appends would check the array's memory for each byte.
    let digits = InlineArray<16, UInt8> { _ in
      rest = rest << 4 | rest >> 60
      return ASCII.hexDigit(UInt8(truncatingIfNeeded: rest) & 15)
    }
    append(digits.span, 0..<16)
  }
}
