/// The encoding of bytes in visible characters (RFC 4648 §4).
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text for some bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(
          index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : ASCII.equals)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns whether a text stands for a number of bytes.
  static func isEncoding(_ text: String, ofBytes count: Int) -> Bool {
    let padding = (3 - count % 3) % 3
    return text.utf8.count == (count + 2) / 3 * 4
      && text.utf8.dropLast(padding).allSatisfy(digits.contains)
      && text.utf8.suffix(padding).allSatisfy { $0 == ASCII.equals }
  }
}
