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

  /// Appends the id as 32 hexadecimal digits.
  func append(to output: inout [UInt8]) {
    let words = words
    output.append(hex: words.high)
    output.append(hex: words.low)
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

extension HTTPRequest {
  /// The name of this request in logs: the client's `X-Request-Id`, if that is 1 to 128 letters,
  /// digits and characters of `-._~+/=:@`; otherwise 32 random hexadecimal digits.
  ///
  /// - Complexity: Computed at each access; requests without an access have no cost.
  public var id: String {
    var bytes: [UInt8] = []
    storage.appendID(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPRequest.Storage {
  /// Appends the id, which needs no escaping anywhere.
  func appendID(to output: inout [UInt8]) {
    let isReceived = head.fields.withValue(of: .requestID) { value in
      guard HTTPRequest.Storage.isRequestID(value) else { return false }
      output.append(value, 0..<value.count)
      return true
    }
    if isReceived == true { return }
    identifier.append(to: &output)
  }

  private static func isRequestID(_ value: borrowing Span<UInt8>) -> Bool {
    guard (1...128).contains(value.count) else { return false }
    for index in value.indices {
      switch value[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
      case 0x2D, 0x2E, 0x5F, 0x7E: continue  // - . _ ~
      case 0x2B, 0x2F, 0x3D, 0x3A, 0x40: continue  // + / = : @
      default: return false
      }
    }
    return true
  }
}

extension HTTPFieldName {
  public static let requestID = HTTPFieldName("X-Request-Id")
  public static let traceParent = HTTPFieldName("traceparent")
  public static let traceState = HTTPFieldName("tracestate")
}
