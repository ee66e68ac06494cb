import Testing

@testable import BackstackHTTP

@Suite("Damaged input")
struct ConnectionMutationTests {
  static let input = Array(
    ("POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
      + "5;a=\"b\"\r\nhello\r\n0\r\nX: 1\r\n\r\n"
      + "GET http://h/%41/b?c=d HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n"
      + "PUT /3 HTTP/1.0\r\nContent-Length: 3\r\nConnection: Keep-Alive\r\n\r\nabc").utf8)

  static let special = Array("\r\n\t\0 :;,0f%\"/?#*\u{ff}".utf8)

  @Test(
    "It gets the same responses whole and in pieces, and nothing is served after an error",
    arguments: 0..<8)
  func isHandledTheSameInPieces(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<500 {
      var input = Self.input
      for _ in 0...numbers.next(below: 4) {
        let position = numbers.next(below: input.count)
        switch numbers.next(below: 3) {
        case 0: input[position] = UInt8(numbers.next(below: 256))
        case 1: input.remove(at: position)
        default: input.insert(Self.special[numbers.next(below: Self.special.count)], at: position)
        }
      }
      #expect(ConnectionInvariants.violation(input, seed: seed) == nil)
    }
  }
}
