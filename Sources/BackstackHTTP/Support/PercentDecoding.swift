/// Percent-decoding of path segments and query parts (RFC 3986 §2.1), on bytes.
enum PercentDecoding {
  /// Returns the decoded bytes, or `nil` if a `%` is not followed by two hexadecimal digits.
  static func decode(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false
  ) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == ASCII.percent {
        guard index &+ 2 < range.upperBound,
          let high = ASCII.hexValue(bytes[index &+ 1]),
          let low = ASCII.hexValue(bytes[index &+ 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index &+= 3
      } else {
        decoded.append(plusIsSpace && byte == ASCII.plus ? ASCII.space : byte)
        index &+= 1
      }
    }
    return decoded
  }

  /// Returns the decoded text, or `nil` if the encoding is invalid or the result is not UTF-8.
  static func decodeText(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false
  ) -> String? {
    guard let decoded = decode(bytes, range, plusIsSpace: plusIsSpace) else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Returns whether the range contains an escape, so that its text differs from its bytes.
  static func isNeeded(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
    ASCII.find(ASCII.percent, in: bytes, range) < range.upperBound
  }
}
