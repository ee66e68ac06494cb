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
