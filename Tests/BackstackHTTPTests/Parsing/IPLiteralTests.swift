import Glibc
import Testing

@testable import BackstackHTTP

@Suite("IP literals")
struct IPLiteralTests {
  /// Parts of addresses, so that many of their combinations are almost right.
  static let parts = [
    ":", ":", "::", "0", "1", "ab", "FfF", "1234", "12345", "1.2.3.4", "255.0.0.256", "01.2.3.4",
    ".", "g", "1:2:3:4:5:6", ":7:8",
  ]

  @Test("Exactly the addresses that the system accepts are accepted", arguments: 0..<8)
  func agreesWithSystem(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    var validCount = 0
    for _ in 0..<3000 {
      let text = (0...numbers.next(below: 9)).map { _ in
        Self.parts[numbers.next(below: Self.parts.count)]
      }.joined()
      let bytes = Array(text.utf8)
      var address = in6_addr()
      let isAddress = inet_pton(AF_INET6, text, &address) == 1
      if isAddress { validCount += 1 }
      #expect(IPLiteral.isIPv6(bytes.span, 0..<bytes.count) == isAddress, "\(text)")
    }
    #expect(validCount > 20)
  }
}
