/// The hash that the handshake of a WebSocket is made of (RFC 3174). It protects nothing there: it
/// only shows that the server knows the protocol.
enum SHA1 {
  /// Returns the 20 bytes of the hash.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var words = [UInt32](repeating: 0, count: 80)
    let padded = padded(message)
    for start in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        words[index] = padded[(start + 4 * index)..<(start + 4 * index + 4)]
          .reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words[index] = rotated(
          words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
      }
      add(words, to: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  /// Returns the message with a one, zeros and its length, in blocks of 64 bytes (§4).
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let zeros = (119 - message.count % 64) % 64
    let bits = UInt64(message.count) * 8
    return message + [0x80] + [UInt8](repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
  }

  /// Adds one block (§6.1).
  private static func add(_ words: [UInt32], to state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ mixed &+ e &+ word &+ constant
      (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
