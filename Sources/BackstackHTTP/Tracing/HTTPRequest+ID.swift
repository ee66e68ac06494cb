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
    let words = identifier.words
    output.append(hex: words.high)
    output.append(hex: words.low)
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
