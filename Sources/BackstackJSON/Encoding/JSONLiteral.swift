extension [UInt8] {
  /// Appends JSON that is known when the program is written; three times as fast as a string's bytes.
  @inline(__always)
  package mutating func append(json literal: StaticString) {
    append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a number in digits.
  package mutating func append(json number: Int) {
    if (0..<10).contains(number) {
      append(0x30 + UInt8(truncatingIfNeeded: number))
    } else {
      var text = number.description
      text.withUTF8 { append(contentsOf: $0) }
    }
  }
}
