/// The value of a `traceparent` field, such as
/// `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01` (W3C Trace Context §3.2).
struct HTTPTraceParent: Sendable, Hashable {
  let high: UInt64
  let low: UInt64
  let span: UInt64
  let flags: UInt8

  private static let length = 55

  /// Creates the parts of a value; of an unknown later version, those that version 00 has (§4.3).
  init?(_ value: borrowing Span<UInt8>) {
    guard value.count >= HTTPTraceParent.length,
      let version = HTTPTraceParent.hex(value, 0..<2), version != 0xFF,
      value[2] == 0x2D, value[35] == 0x2D, value[52] == 0x2D,
      let high = HTTPTraceParent.hex(value, 3..<19),
      let low = HTTPTraceParent.hex(value, 19..<35),
      let span = HTTPTraceParent.hex(value, 36..<52),
      let flags = HTTPTraceParent.hex(value, 53..<55),
      high != 0 || low != 0, span != 0
    else { return nil }
    if value.count > HTTPTraceParent.length {
      guard version != 0, value[HTTPTraceParent.length] == 0x2D else { return nil }
    }
    self.high = high
    self.low = low
    self.span = span
    self.flags = UInt8(truncatingIfNeeded: flags)
  }

  /// Returns the number that up to 16 digits form; `nil` for anything but lower-case ones.
  private static func hex(_ value: borrowing Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in range {
      let byte = value[index]
      guard !(0x41...0x5A).contains(byte), let digit = ASCII.hexValue(byte) else { return nil }
      number = number << 4 | UInt64(digit)
    }
    return number
  }
}
