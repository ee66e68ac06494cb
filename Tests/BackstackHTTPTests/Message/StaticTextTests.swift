import Testing

@testable import BackstackHTTP

@Suite("Static texts as bytes")
struct StaticTextTests {
  @Test("A text that is one scalar has no pointer to its bytes, and is written all the same")
  func scalars() {
    var bytes = Array("a".utf8)
    bytes.append(StaticString(unicodeScalarLiteral: "é"))
    bytes.append("b")
    #expect(bytes == Array("aéb".utf8))
  }
}
