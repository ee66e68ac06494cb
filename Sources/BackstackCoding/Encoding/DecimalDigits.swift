/// A conversion of integers to decimal digits, three times as fast as `description`.
package enum DecimalDigits {
  /// Calls `body` with the digits, preceded by a minus sign if the number is negative.
  @inline(__always)
  package static func with(
    _ magnitude: UInt64, isNegative: Bool = false, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
      var rest = magnitude
      var start = 21
      repeat {
        start -= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        digits[start] = 0x30 + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      if isNegative {
        start -= 1
        digits[start] = 0x2D
      }
      body(UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}

extension [UInt8] {
  /// Appends JSON that is a literal in the source; three times as fast as appending a string's
  /// bytes.
  @inline(__always)
  package mutating func append(json literal: StaticString) {
    append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a number in digits.
  package mutating func append(json number: Int) {
    DecimalDigits.with(UInt64(number.magnitude), isNegative: number < 0) { append(contentsOf: $0) }
  }
}
