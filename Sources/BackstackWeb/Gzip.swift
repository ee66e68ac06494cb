/// A writer of the format of gzip (RFC 1952), for documents that are made once and sent often.
enum Gzip {
  /// Returns bytes in the format of gzip: one block of DEFLATE with codes of its own (RFC 1951
  /// §3.2.7).
  ///
  /// - Complexity: O(*n*): a limited number of earlier positions is compared at each position.
  static func pack(_ bytes: [UInt8]) -> [UInt8] {
    let symbols = symbols(of: bytes)
    var counts = symbols.counts(below: DeflateSymbol.firstDistance + 30)
    let distances = PrefixCode(counts[DeflateSymbol.firstDistance...], longest: 15)
    counts.removeSubrange(DeflateSymbol.firstDistance...)
    let code = PrefixCode(counts[...], longest: 15) + distances
    let runs = runs(of: code.lengths)
    let codeOfRuns = PrefixCode(runs.counts(below: 19)[...], longest: 7)

    // No name and no time, compressed on an unknown system.
    var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var bits = BitWriter()
    // The last block, with codes of its own, for all symbols that there are.
    bits.append(0b101, count: 3)
    for (number, count) in [(286 - 257, 5), (30 - 1, 5), (19 - 4, 4)] {
      bits.append(number, count: count)
    }
    for run in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
      bits.append(codeOfRuns.lengths[run], count: 3)
    }
    for run in runs { bits.append(run, in: codeOfRuns) }
    for symbol in symbols { bits.append(symbol, in: code) }
    output += bits.finish()
    for number in [checksum(of: bytes), UInt32(truncatingIfNeeded: bytes.count)] {
      withUnsafeBytes(of: number.littleEndian) { output += $0 }
    }
    return output
  }

  /// Returns the literals and matches that bytes consist of, and the end.
  private static func symbols(of bytes: [UInt8]) -> [DeflateSymbol] {
    var symbols: [DeflateSymbol] = []
    var search = MatchSearch(bytes)
    var position = 0
    var match = search.longestMatch(at: 0)
    while position < bytes.count {
      let next = search.longestMatch(at: position + 1)
      // A longer match at the next position is worth a literal.
      if let found = match, found.length >= next?.length ?? 0 {
        symbols += [.length(found.length), .distance(found.distance)]
        position += found.length
        match = search.longestMatch(at: position)
      } else {
        symbols.append(DeflateSymbol(number: Int(bytes[position])))
        position += 1
        match = next
      }
    }
    return symbols + [.end]
  }

  /// Returns the lengths of a code's symbols as symbols of their own, which stand for runs of equal
  /// ones.
  private static func runs(of lengths: [Int]) -> [DeflateSymbol] {
    var runs: [DeflateSymbol] = []
    var rest = lengths[...]
    while let length = rest.first {
      let count = rest.prefix { $0 == length }.count
      let previous = rest.startIndex > 0 ? lengths[rest.startIndex - 1] : nil
      let kinds: [(symbol: Int, of: Int?, shortest: Int, bits: Int)] = [
        (18, 0, 11, 7), (17, 0, 3, 3), (16, previous, 3, 2),
      ]
      if let kind = kinds.first(where: { $0.of == length && $0.shortest <= count }) {
        let beyond = min(count - kind.shortest, 1 << kind.bits - 1)
        runs.append(DeflateSymbol(number: kind.symbol, rest: beyond, bits: kind.bits))
        rest = rest.dropFirst(kind.shortest + beyond)
      } else {
        runs.append(DeflateSymbol(number: length))
        rest = rest.dropFirst()
      }
    }
    return runs
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
  private static let patience = 256
  /// Three bytes that are farther back take more bits than three literals.
  private static let farthestOfThree = 1024

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
      let match = Match(
        length: length(at: position, from: candidate), distance: position - candidate)
      if match.length > max(match.distance > Self.farthestOfThree ? 3 : 2, best?.length ?? 0) {
        best = match
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

/// A symbol of a block, and the bits that follow its code (RFC 1951 §3.2.5).
///
/// Of a length or a distance, the symbol says in which range it is, and the bits where.
private struct DeflateSymbol {
  /// The number of the first symbol for distances, here: they have a code of their own.
  static let firstDistance = 286
  static let end = DeflateSymbol(number: 256)

  var number: Int
  var rest = 0
  var bits = 0

  /// - Parameter length: 3 to 258.
  static func length(_ length: Int) -> DeflateSymbol {
    length == 258
      ? DeflateSymbol(number: 285) : DeflateSymbol(length - 3, first: 257, rangesPerPower: 4)
  }

  /// - Parameter distance: 1 to 32,768.
  static func distance(_ distance: Int) -> DeflateSymbol {
    DeflateSymbol(distance - 1, first: firstDistance, rangesPerPower: 2)
  }
}

extension DeflateSymbol {
  /// Creates the symbol of the range that a number is in.
  ///
  /// - Parameters:
  ///   - first: The symbol of the first range.
  ///   - rangesPerPower: How many ranges of equal size there are between two powers of 2.
  private init(_ value: Int, first: Int, rangesPerPower: Int) {
    guard value >= rangesPerPower else {
      self.init(number: first + value)
      return
    }
    let bits =
      value.bitWidth - 1 - value.leadingZeroBitCount - rangesPerPower.trailingZeroBitCount
    let range = rangesPerPower * (bits + 1) + (value >> bits & (rangesPerPower - 1))
    self.init(number: first + range, rest: value & (1 << bits - 1), bits: bits)
  }
}

extension [DeflateSymbol] {
  /// Returns how often each symbol occurs.
  fileprivate func counts(below end: Int) -> [Int] {
    reduce(into: [Int](repeating: 0, count: end)) { counts, symbol in counts[symbol.number] += 1 }
  }
}

/// The bits that stand for each symbol: few for those that occur often (RFC 1951 §3.2.2).
struct PrefixCode {
  /// The number of bits of each symbol; 0 for one that does not occur.
  private(set) var lengths: [Int]
  /// The bits of each symbol, the first of which is the lowest.
  private(set) var bits: [Int]

  /// Creates Huffman's code.
  ///
  /// - Parameters:
  ///   - counts: How often each symbol occurs; at least two symbols.
  ///   - longest: The largest number of bits of a symbol.
  init(_ counts: ArraySlice<Int>, longest: Int) {
    var counts = Array(counts)
    // Not every reader takes a code with fewer than two symbols.
    for symbol in 0..<2 where counts.count(where: { $0 > 0 }) < 2 {
      counts[symbol] = max(1, counts[symbol])
    }
    lengths = Self.depths(counts)
    // The less the counts differ, the less the lengths do.
    while lengths.contains(where: { $0 > longest }) {
      counts = counts.map { $0 > 1 ? $0 / 2 + 1 : $0 }
      lengths = Self.depths(counts)
    }
    bits = [Int](repeating: 0, count: counts.count)
    var next = 0
    for length in 1...longest {
      for symbol in lengths.indices where lengths[symbol] == length {
        for bit in 0..<length { bits[symbol] |= (next >> bit & 1) << (length - 1 - bit) }
        next += 1
      }
      next <<= 1
    }
  }

  /// Returns the depth of each symbol in a tree that is made by joining the two nodes with the lowest
  /// counts, until one is left.
  private static func depths(_ counts: [Int]) -> [Int] {
    var depths = [Int](repeating: 0, count: counts.count)
    var nodes = counts.indices.filter { counts[$0] > 0 }.map { (count: counts[$0], symbols: [$0]) }
    nodes.sort { $0.count > $1.count }
    while nodes.count > 1 {
      let (first, second) = (nodes.removeLast(), nodes.removeLast())
      let joined = (count: first.count + second.count, symbols: first.symbols + second.symbols)
      for symbol in joined.symbols { depths[symbol] += 1 }
      nodes.insert(joined, at: nodes.firstIndex { $0.count <= joined.count } ?? nodes.endIndex)
    }
    return depths
  }

  /// Returns a code for the symbols of both, the second one's after the first one's.
  static func + (first: PrefixCode, second: PrefixCode) -> PrefixCode {
    var both = first
    both.lengths += second.lengths
    both.bits += second.bits
    return both
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

  mutating func append(_ symbol: DeflateSymbol, in code: PrefixCode) {
    append(code.bits[symbol.number], count: code.lengths[symbol.number])
    append(symbol.rest, count: symbol.bits)
  }

  mutating func finish() -> [UInt8] {
    if count > 0 { append(0, count: 8 - count) }
    return bytes
  }
}
