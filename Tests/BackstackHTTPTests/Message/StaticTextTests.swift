import Testing

@testable import BackstackHTTP

@Suite("Static strings as bytes")
struct StaticTextTests {
  @Test("A literal of one scalar has no pointer to its bytes and is written nevertheless")
  func scalars() {
    var bytes = Array("a".utf8)
    bytes.append(StaticString(unicodeScalarLiteral: "é"))
    bytes.append("b")
    #expect(bytes == Array("aéb".utf8))
  }
}
