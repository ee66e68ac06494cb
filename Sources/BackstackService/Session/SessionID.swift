/// The name of a session: who knows it holds the session.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  let description: String

  /// A new id of 128 random bits.
  init(using generator: inout some RandomNumberGenerator) {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for _ in 0..<2 {
      let word = generator.next()
      for shift in stride(from: 60, through: 0, by: -4) {
        bytes.append(digits[Int(truncatingIfNeeded: word >> UInt64(shift)) & 15])
      }
    }
    description = String(decoding: bytes, as: UTF8.self)
  }

  /// An id as a client wrote it; whether there is such a session is another question.
  init(_ text: String) { description = text }

  /// Whether it is one that a service may have made.
  var isWellFormed: Bool {
    description.utf8.count == 32
      && description.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
