import BackstackHTTP
import Testing

@Suite("Codes of messages")
struct HMACSHA256Tests {
  private struct Case: Sendable {
    let key: [UInt8]
    let message: [UInt8]
    let code: String
  }

  /// The cases of RFC 4231 §4, but for the one with a shortened code, and lengths about a block's.
  private static let cases = [
    Case(
      key: [UInt8](repeating: 0x0B, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Case(
      key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Case(
      key: [UInt8](repeating: 0xAA, count: 20), message: [UInt8](repeating: 0xDD, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Case(
      key: Array(1...25), message: [UInt8](repeating: 0xCD, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Case(
      key: [UInt8](repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Case(
      key: [UInt8](repeating: 0xAA, count: 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  /// The expected code is what the standard library of Python calculates.
  @Test("Messages of each length about that of a block have their codes")
  func lengths() {
    let authentication = HMACSHA256(key: Array("k".utf8))
    let codes = (0..<300).flatMap {
      authentication.code(of: [UInt8](repeating: UInt8(ascii: "a"), count: $0))
    }
    #expect(
      authentication.matches(
        "92b0225289006aa3c4b6d8d686c37e60423155c26548d3b25a6039ef67cfc1c4", of: codes))
  }

  @Test("A message has the code of RFC 4231", arguments: cases.indices)
  func code(_ index: Int) {
    let given = Self.cases[index]
    let authentication = HMACSHA256(key: given.key)
    #expect(authentication.matches(given.code, of: given.message))
    #expect(authentication.matches(given.code.uppercased(), of: given.message))
    #expect(!authentication.matches(given.code, of: given.message + [0]))
    #expect(!authentication.matches(String(given.code.dropLast()), of: given.message))
    #expect(!authentication.matches("", of: given.message))
    for digit in [0, 31, 63] {
      var wrong = Array(given.code.utf8)
      wrong[digit] ^= 1
      #expect(!authentication.matches(String(decoding: wrong, as: UTF8.self), of: given.message))
    }
  }
}
