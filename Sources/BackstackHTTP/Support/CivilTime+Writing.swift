import BackstackPlatform

extension CivilTime {
  /// Appends the time of day as `08:49:37`.
  func appendTime(to output: inout [UInt8]) {
    output.append(twoDigits: hour)
    output.append(":")
    output.append(twoDigits: minute)
    output.append(":")
    output.append(twoDigits: second)
  }
}

extension [UInt8] {
  mutating func append(twoDigits number: Int) {
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number / 10))
    append(ASCII.zero &+ UInt8(truncatingIfNeeded: number % 10))
  }

  mutating func append(fourDigits number: Int) {
    append(twoDigits: number / 100)
    append(twoDigits: number % 100)
  }
}
