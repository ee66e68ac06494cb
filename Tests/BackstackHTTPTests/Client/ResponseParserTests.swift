import BackstackTestSupport
import Testing

@testable import BackstackHTTP

@Suite("Responses that a client receives")
struct ResponseParserTests {
  @Test("Each row has the documented outcome", arguments: ResponseCase.all)
  func outcome(row: ResponseCase) {
    #expect(row.parse([Array(row.text.utf8)]) == row.outcome)
  }

  @Test("The outcome does not depend on where the bytes are split", arguments: ResponseCase.all)
  func splits(row: ResponseCase) {
    let bytes = Array(row.text.utf8)
    if bytes.count < 400 {
      for split in bytes.indices {
        #expect(row.parse([Array(bytes[..<split]), Array(bytes[split...])]) == row.outcome)
      }
      #expect(row.parse(bytes.map { [$0] }) == row.outcome)
    }
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<20 {
      var pieces: [[UInt8]] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(1 + random.below(bytes.count))
        pieces.append(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(row.parse(pieces) == row.outcome)
    }
  }

  @Test("Damaged responses neither trap nor hang", arguments: 1...8 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for row in ResponseCase.all where !row.text.isEmpty {
      for _ in 0..<50 {
        var bytes = Array(row.text.utf8)
        for _ in 0...random.below(3) {
          let index = random.below(bytes.count)
          switch random.below(3) {
          case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
          case 1: bytes.insert(random.pick(Array("\r\n: ,0;".utf8)), at: index)
          default: if bytes.count > 1 { bytes.remove(at: index) }
          }
        }
        #expect(ResponseInvariants.violation(bytes, seed: bytes.count) == nil)
      }
    }
  }

  @Test("The head tells whether the connection stays open")
  func persistence() {
    for (head, keeps) in [
      ("HTTP/1.1 204 No\r\n\r\n", true), ("HTTP/1.1 204 No\r\nConnection: close\r\n\r\n", false),
      ("HTTP/1.0 204 No\r\n\r\n", false),
      ("HTTP/1.0 204 No\r\nConnection: keep-alive\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\n\r\n", false),
    ] {
      var parser = HTTPResponseParser(limits: HTTPLimits())
      var position = 0
      guard case .head = parser.next(Array(head.utf8).span, &position) else {
        Issue.record("no head")
        return
      }
      #expect(parser.head.keepsAlive == keeps, "\(head)")
    }
  }

  @Test("A request is written as it is read")
  func request() throws {
    let fields: HTTPFields = ["X-One": "1", .host: "other", .contentLength: "9"]
    let request = try HTTPClientRequest(.post, "/a?b=c", fields: fields, content: Array("hi".utf8))
    let text = String(decoding: request.bytes(host: "10.0.0.7:80"), as: UTF8.self)
    #expect(
      text == "POST /a?b=c HTTP/1.1\r\nHost: 10.0.0.7:80\r\nContent-Length: 2\r\n"
        + "X-One: 1\r\n\r\nhi")
    let get = try HTTPClientRequest(.get, "/")
    #expect(
      String(decoding: get.bytes(host: "a"), as: UTF8.self) == "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let empty = try HTTPClientRequest(.post, "/")
    let bytes = empty.bytes(host: "a")
    #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Length: 0\r\n"))
    for target in ["", "a", "/a b", "/\r\nX: y", "/\u{0}", "/\u{e9}", "http://a/", "*"] {
      #expect(throws: HTTPError.self) { try HTTPClientRequest(.get, target) }
    }
    #expect(throws: HTTPError.self) { try HTTPClientRequest(HTTPMethod(rawValue: "GET /x"), "/") }
  }

  @Test("An address is a numeric host with a port")
  func address() {
    #expect(HTTPServerAddress("10.0.0.7:7000") == HTTPServerAddress(host: "10.0.0.7", port: 7000))
    #expect(HTTPServerAddress("[fd00::7]:1") == HTTPServerAddress(host: "fd00::7", port: 1))
    #expect(HTTPServerAddress("[fd00::7]:1")?.description == "[fd00::7]:1")
    for text in [
      "", "10.0.0.7", "10.0.0.7:", "10.0.0.7:0", "10.0.0.7:65536", "node.example:80", "fd00::7:1",
      "[10.0.0.7]:1", "[]:1", "10.0.0.7:+1", "10.0.0.7:1 ",
    ] {
      #expect(HTTPServerAddress(text) == nil, "\(text)")
    }
  }
}
