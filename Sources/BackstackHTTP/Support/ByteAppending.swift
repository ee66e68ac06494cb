extension [UInt8] {
  /// Appends the bytes of a static string.
  @inline(__always)
  package mutating func append(_ text: StaticString) {
    // Sound: a static string's bytes are readable for the life of the process; the few literals
    // made of one scalar have no pointer and take the slow path.
    guard text.hasPointerRepresentation else {
      append(contentsOf: text.description.utf8)
      return
    }
    append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the bytes of a shared array, without counting a reference to it.
  @inline(__always)
  mutating func append(shared bytes: borrowing [UInt8]) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends part of a span.
  @inline(__always)
  mutating func append(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends a non-negative number in hexadecimal digits.
  mutating func append(hexadecimal number: Int) {
    var shift = (Int.bitWidth - 1 - (number | 1).leadingZeroBitCount) / 4 * 4
    while shift >= 0 {
      let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
      append(digit < 10 ? ASCII.zero &+ digit : UInt8(ascii: "a") &+ digit &- 10)
      shift -= 4
    }
  }

  /// Appends a non-negative number in decimal digits.
  @inline(__always)
  package mutating func append(decimal number: Int) {
    var rest = UInt64(clamping: number)
    if rest < 10 {
      append(ASCII.zero &+ UInt8(truncatingIfNeeded: rest))
      return
    }
    var divisor: UInt64 = 1
    while rest / divisor >= 10 { divisor &*= 10 }
    while divisor > 0 {
      append(ASCII.zero &+ UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }
}
