/// A conversion of short numbers that doesn't create a string.
enum SmallDecimal {
  /// Returns the integer that a text represents, if the text has at most 18 bytes.
  @inline(__always)
  static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count <= 18 else { return nil }
    var value = 0
    let isNegative = text[0] == 0x2D
    for byte in text[(isNegative ? 1 : 0)...] { value = value &* 10 &+ Int(byte &- 0x30) }
    return isNegative ? 0 &- value : value
  }

  /// Returns the number that a text represents, if that is the result of one operation on two exact
  /// numbers, which is then rounded correctly (Clinger 1990).
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 19 else { return nil }
    var digits: UInt64 = 0
    var scale = 0
    var hasPoint = false
    let isNegative = text[0] == 0x2D
    for byte in text[(isNegative ? 1 : 0)...] {
      if byte == 0x2E {
        hasPoint = true
      } else {
        let digit = byte &- 0x30
        if digit > 9 { return nil }
        digits = digits &* 10 &+ UInt64(digit)
        if hasPoint { scale += 1 }
      }
    }
    guard digits <= 1 << 53 else { return nil }
    let magnitude = Double(digits) / powersOfTen[scale]
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
  ]
}

/// Integers that are written with a fraction or an exponent.
enum ExactInteger {
  /// Returns the digits of the integer with its sign; `nil` if the number is not an integer. A
  /// number with more digits than any integer type can hold may be returned with too many zeros.
  static func digits(of number: String) -> String? {
    let parts = number.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 | 0x20 == UInt8(ascii: "e")
    }
    var digits: [UInt8] = []
    var scale = 0
    var hasPoint = false
    let isNegative = number.utf8.first == 0x2D
    for byte in parts[0].dropFirst(isNegative ? 1 : 0) {
      if byte == 0x2E {
        hasPoint = true
      } else {
        digits.append(byte)
        if hasPoint { scale += 1 }
      }
    }
    while let last = digits.last, last == 0x30 {
      digits.removeLast()
      scale -= 1
    }
    if digits.isEmpty { return "0" }
    guard let zeros = trailingZeros(exponent: parts.count > 1 ? parts[1] : nil, scale: scale) else {
      return nil
    }
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
      + String(repeating: "0", count: min(zeros, 64))
  }

  private static func trailingZeros(exponent: Substring.UTF8View?, scale: Int) -> Int? {
    guard let exponent else { return scale <= 0 ? -scale : nil }
    let text = Substring(exponent)
    // An exponent that overflows is larger than any number of digits.
    guard let value = Int(text) else { return text.hasPrefix("-") ? nil : 64 }
    let (zeros, overflow) = value.subtractingReportingOverflow(scale)
    if overflow { return value < 0 ? nil : 64 }
    return zeros >= 0 ? zeros : nil
  }
}
