#if SQLite

/// Tells whether what is read is what was written; not meant to keep out anybody who wants to deceive.
///
/// Each step maps the sums before it one to one to those after it, so any change within eight bytes
/// that are taken together is noticed, and any other with a chance of one in 2^64 not to be.
struct Checksum {
  private var sum: UInt64 = 0x6261_636B_7374_6163

  /// The sum of all that was added, as a column holds it.
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

  /// The sum of some bytes.
  static func of(_ bytes: [UInt8]) -> Int64 {
    var checksum = Self()
    checksum.add(bytes)
    return checksum.value
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      // Sound: eight bytes are left.
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
