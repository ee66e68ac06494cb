#if SQLite

/// A checksum that detects damage to stored data, but not deliberate manipulation.
///
/// Each step is a bijection of the sum, so any change within one group of eight bytes is detected.
/// Any other change goes undetected with a probability of 2^-64.
struct Checksum {
  private var sum: UInt64 = 0x6261_636B_7374_6163

  /// The sum of all added values, as stored in a column.
  var value: Int64 { Int64(bitPattern: sum) }

  mutating func add(_ number: UInt64) {
    sum = (sum ^ number) &* 0x9E37_79B9_7F4A_7C15
    sum ^= sum >> 32
  }

  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ text: String?) {
    add(text == nil ? UInt64.max : 1)
    if let text { add(text) }
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// Returns the checksum of some bytes.
  static func of(_ bytes: [UInt8]) -> Int64 {
    var checksum = Self()
    checksum.add(bytes)
    return checksum.value
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      // Sound: at least eight bytes are left.
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    guard offset < bytes.count else { return }
    var rest: UInt64 = 0
    for byte in bytes[offset...].reversed() { rest = rest << 8 | UInt64(byte) }
    add(rest)
  }
}

#endif
