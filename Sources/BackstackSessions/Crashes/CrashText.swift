import BackstackPlatform

/// A text that is written to existing memory without allocating: safe in a signal handler.
///
/// Bytes beyond the capacity are dropped.
struct CrashText {
  let start: UnsafeMutablePointer<UInt8>
  let capacity: Int
  private(set) var count = 0

  init(start: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.start = start
    self.capacity = capacity
  }

  mutating func append(_ byte: UInt8) {
    guard count < capacity else { return }
    start[count] = byte
    count += 1
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index < bytes.count {
      append(bytes[index])
      index += 1
    }
  }

  /// Appends a number in decimal digits.
  mutating func append(decimal number: Int) {
    if number < 0 { append(0x2D) }
    var divisor: UInt = 1
    let magnitude = number.magnitude
    while magnitude / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(0x30 + magnitude / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends a Unix time as `2026-11-21T12:30:20Z`.
  mutating func append(dateOf unixSeconds: Int) {
    let time = CivilTime(unixSeconds: unixSeconds)
    append(decimal: time.year)
    append(0x2D)
    append(twoDigits: time.month)
    append(0x2D)
    append(twoDigits: time.day)
    append(0x54)
    append(twoDigits: time.hour)
    append(0x3A)
    append(twoDigits: time.minute)
    append(0x3A)
    append(twoDigits: time.second)
    append(0x5A)
  }

  private mutating func append(twoDigits number: Int) {
    append(UInt8(0x30 + number / 10 % 10))
    append(UInt8(0x30 + number % 10))
  }

  /// Appends the highest hexadecimal digits of a number.
  mutating func append(hexadecimal number: UInt64, digits: Int = 16) {
    var index = 0
    while index < digits {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 15
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      index += 1
    }
  }

  /// Returns the bytes from an index on.
  func bytes(from index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + index, count: count - index)
  }
}
