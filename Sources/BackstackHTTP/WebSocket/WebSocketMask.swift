/// The four bytes with which a client masks the content of a frame (RFC 6455 §5.3).
struct WebSocketMask: Sendable, Equatable {
  /// The bytes in the order in which they are applied, the first one lowest.
  private var key: UInt32 = 0

  /// Adds the next byte of the mask as it arrives.
  mutating func append(_ byte: UInt8) { key = key >> 8 | UInt32(byte) << 24 }

  /// Returns a mask that nobody can foresee.
  static func random() -> Self {
    var mask = Self()
    mask.key = .random(in: 0 ... .max)
    return mask
  }

  /// Appends the four bytes.
  func write(to output: inout [UInt8]) {
    for index: UInt32 in 0..<4 { output.append(UInt8(truncatingIfNeeded: key >> (8 * index))) }
  }

  /// Continues the mask after some bytes of content.
  mutating func skip(_ count: Int) {
    let bits = UInt32(truncatingIfNeeded: count & 3) &* 8
    if bits > 0 { key = key >> bits | key << (32 &- bits) }
  }

  /// Appends content without its mask, or with it.
  func append(_ input: borrowing Span<UInt8>, _ range: Range<Int>, to output: inout [UInt8]) {
    let start = output.count
    output.append(input, range)
    let wide = UInt64(key) << 32 | UInt64(key)
    output.withUnsafeMutableBytes { bytes in
      var index = start
      // Sound: any eight bytes are a valid `UInt64`, and the buffer checks the bounds.
      while index &+ 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        bytes.storeBytes(
          of: word ^ wide.littleEndian, toByteOffset: index, as: UInt64.self)
        index &+= 8
      }
      while index < bytes.count {
        let shift = UInt32(truncatingIfNeeded: (index &- start) & 3) &* 8
        bytes[index] ^= UInt8(truncatingIfNeeded: key >> shift)
        index &+= 1
      }
    }
  }
}
