/// A writer of the format of gzip (RFC 1952), for documents that are made once and sent often.
enum Gzip {
  /// Returns bytes in the format of gzip: one block of DEFLATE with the fixed codes (RFC 1951 §3.2.6).
  ///
  /// - Complexity: O(*n*): a limited number of earlier positions is compared at each position.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    // No name and no time, compressed on an unknown system.
    var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var bits = BitWriter()
    // The last block, with the fixed codes.
    bits.append(0b011, count: 3)
    var search = MatchSearch(bytes)
    var position = 0
    var match = search.longestMatch(at: 0)
    while position < bytes.count {
      let next = search.longestMatch(at: position + 1)
      // A longer match at the next position is worth a literal.
      if let found = match, found.length >= next?.length ?? 0 {
        bits.append(found)
        position += found.length
        match = search.longestMatch(at: position)
      } else {
        bits.append(symbol: Int(bytes[position]))
        position += 1
        match = next
      }
    }
    bits.append(symbol: 256)
    output += bits.finish()
    for number in [checksum(of: bytes), UInt32(truncatingIfNeeded: bytes.count)] {
      withUnsafeBytes(of: number.littleEndian) { output += $0 }
    }
    return output
  }

  /// Returns the CRC-32 of bytes (RFC 1952 §8).
  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    let table = (0..<256).map { index -> UInt32 in
      var sum = UInt32(index)
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
      return sum
    }
    var sum = ~UInt32(0)
    for byte in bytes {
      sum = (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
    }
    return ~sum
  }
}

/// Bytes that are the same as earlier ones.
private struct Match {
  /// The number of bytes, 3 to 258.
  let length: Int
  /// How far back they are, 1 to 32,768.
  let distance: Int
}

/// A search for earlier bytes like those at a position, by the hash of three bytes.
private struct MatchSearch {
  private static let hashes = 1 << 15
  private static let window = 32_768
  /// How many earlier positions are compared.
  private static let patience = 64

  private let bytes: [UInt8]
  /// The last known position of each hash; -1 for none.
  private var last = [Int](repeating: -1, count: hashes)
  /// The position before each one that has the same hash.
  private var previous: [Int]
  /// The positions before this one are known.
  private var known = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    previous = [Int](repeating: -1, count: bytes.count)
  }

  /// Returns the longest match at a position, the nearest of equal ones; `nil` if there is none.
  ///
  /// - Parameter position: No position before the latest one that was asked for.
  mutating func longestMatch(at position: Int) -> Match? {
    guard position + 3 <= bytes.count else { return nil }
    while known < position {
      let hash = hash(at: known)
      previous[known] = last[hash]
      last[hash] = known
      known += 1
    }
    var candidate = last[hash(at: position)]
    var best: Match?
    for _ in 0..<Self.patience {
      guard candidate >= 0, position - candidate <= Self.window else { break }
      let length = length(at: position, from: candidate)
      if length > max(2, best?.length ?? 0) {
        best = Match(length: length, distance: position - candidate)
      }
      candidate = previous[candidate]
    }
    return best
  }

  private func hash(at position: Int) -> Int {
    let number =
      Int(bytes[position]) << 16 | Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
    return (number &* 0x9E37_79B1) >> 12 & (Self.hashes - 1)
  }

  private func length(at position: Int, from candidate: Int) -> Int {
    let limit = min(258, bytes.count - position)
    var length = 0
    while length < limit, bytes[candidate + length] == bytes[position + length] { length += 1 }
    return length
  }
}

/// A writer of bits, the lowest of each byte first (RFC 1951 §3.1.1).
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count = 0

  mutating func append(_ bits: Int, count: Int) {
    pending |= UInt64(bits) << UInt64(self.count)
    self.count += count
    while self.count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      self.count -= 8
    }
  }

  /// Appends a code, the highest bit of which comes first.
  private mutating func append(code: Int, count: Int) {
    append((0..<count).reduce(0) { $0 | (code >> $1 & 1) << (count - 1 - $1) }, count: count)
  }

  /// Appends a literal, the end of the block or the beginning of a length by its fixed code (§3.2.6).
  mutating func append(symbol: Int) {
    switch symbol {
    case ..<144: append(code: 0x30 + symbol, count: 8)
    case ..<256: append(code: 0x190 + symbol - 144, count: 9)
    case ..<280: append(code: symbol - 256, count: 7)
    default: append(code: 0xC0 + symbol - 280, count: 8)
    }
  }

  /// Appends the length and the distance of a match (§3.2.5): a code says in which range each is, and
  /// more bits where.
  mutating func append(_ match: Match) {
    if match.length == 258 {
      append(symbol: 285)
    } else {
      let (code, extra) = Self.range(of: match.length - 3, codesPerPower: 4)
      append(symbol: 257 + code)
      append((match.length - 3) & (1 << extra - 1), count: extra)
    }
    let (code, extra) = Self.range(of: match.distance - 1, codesPerPower: 2)
    append(code: code, count: 5)
    append((match.distance - 1) & (1 << extra - 1), count: extra)
  }

  /// Returns the number of the range that a number is in, and the number of bits for its position there.
  ///
  /// - Parameter codesPerPower: How many ranges of equal size there are between two powers of 2.
  private static func range(of number: Int, codesPerPower: Int) -> (code: Int, extra: Int) {
    guard number >= codesPerPower else { return (number, 0) }
    let extra =
      number.bitWidth - 1 - number.leadingZeroBitCount - codesPerPower.trailingZeroBitCount
    return (codesPerPower * (extra + 1) + (number >> extra & (codesPerPower - 1)), extra)
  }

  mutating func finish() -> [UInt8] {
    if count > 0 { append(0, count: 8 - count) }
    return bytes
  }
}
