package import BackstackPlatform

/// The id of a session: 128 random bits, which serve as a bearer token.
package struct SessionID: Hashable, Sendable, Comparable {
  private let high: UInt64
  private let low: UInt64

  /// Creates a random id.
  init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// The bits, which can be written without allocating.
  var words: (high: UInt64, low: UInt64) { (high, low) }

  /// Returns whether the text of one id sorts before that of another.
  package static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The bits by which a node of a cluster is chosen as the session's home.
  package var placementKey: UInt64 { high }

  /// Creates an id from its text: 32 hexadecimal digits in lower case.
  ///
  /// - Returns: `nil` for any other text.
  package init?(_ text: String) {
    var text = text
    guard let id = text.withUTF8({ Self(digits: $0) }) else { return nil }
    self = id
  }

  /// Creates an id from the bytes of its text.
  package init?(digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == Self.textCount, let high = Self.number(digits[..<16]),
      let low = Self.number(digits[16...])
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(digit - 0x61 + 10)
      default: return nil
      }
    }
    return number
  }

  /// Returns the session's shard among `count` shards, over which sessions spread evenly.
  package func shard(of count: Int) -> Int { Int(truncatingIfNeeded: low % UInt64(count)) }

  /// The number of bytes of an id's text.
  package static let textCount = 32

  /// Appends the text of the id.
  package func append(to bytes: inout ByteRoom) {
    let digits = (
      Self.digits(of: high >> 32), Self.digits(of: high), Self.digits(of: low >> 32),
      Self.digits(of: low)
    )
    // Sound: the bytes of the integers are only read. Appending them one by one takes ten times as
    // long.
    withUnsafeBytes(of: digits) { $0.withMemoryRebound(to: UInt8.self) { bytes.append($0) } }
  }

  /// Returns the eight hexadecimal digits of the lower half of a number, in the order of memory.
  private static func digits(of number: UInt64) -> UInt64 {
    // Four bits to each byte, the first digit in the highest one.
    var spread = number & 0xFFFF_FFFF
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each byte from ten on: "a" is 40 characters after "9", not one.
    let letters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (spread + 0x3030_3030_3030_3030 + letters * 39).bigEndian
  }
}

extension SessionID: CustomStringConvertible {
  /// The text of the id.
  package var description: String {
    String(unsafeUninitializedCapacity: Self.textCount) { room in
      var text = ByteRoom(room)
      append(to: &text)
      return text.count
    }
  }

  /// The part of the id that logs print: too little to find the session by.
  package var beginning: String { String(description.prefix(8)) }
}
