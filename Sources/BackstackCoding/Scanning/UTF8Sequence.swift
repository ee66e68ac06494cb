/// A validation of non-ASCII characters in UTF-8 (RFC 3629 §4).
enum UTF8Sequence {
  /// Returns the number of bytes of the valid sequence at `bytes`, or 0.
  ///
  /// Reads a byte only if the bytes before it are valid, so a zero after the text ends it.
  static func length(at bytes: UnsafeMutablePointer<UInt8>) -> Int {
    switch bytes[0] {
    case 0xC2...0xDF: isTail(bytes[1]) ? 2 : 0
    case 0xE0: three(bytes, 0xA0...0xBF)
    case 0xED: three(bytes, 0x80...0x9F)
    case 0xE1...0xEF: three(bytes, 0x80...0xBF)
    case 0xF0: four(bytes, 0x90...0xBF)
    case 0xF1...0xF3: four(bytes, 0x80...0xBF)
    case 0xF4: four(bytes, 0x80...0x8F)
    default: 0
    }
  }

  private static func three(
    _ bytes: UnsafeMutablePointer<UInt8>, _ second: ClosedRange<UInt8>
  ) -> Int {
    second.contains(bytes[1]) && isTail(bytes[2]) ? 3 : 0
  }

  private static func four(
    _ bytes: UnsafeMutablePointer<UInt8>, _ second: ClosedRange<UInt8>
  ) -> Int {
    second.contains(bytes[1]) && isTail(bytes[2]) && isTail(bytes[3]) ? 4 : 0
  }

  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
