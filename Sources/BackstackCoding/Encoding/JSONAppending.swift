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
