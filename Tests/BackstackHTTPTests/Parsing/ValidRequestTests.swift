import Testing

@testable import BackstackHTTP

@Suite("Valid requests")
struct ValidRequestTests {
  static let streams: [(String, [String])] = [
    ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / - "]),
    ("GET /a/b?c=d&e HTTP/1.1\r\nHost: a:80\r\n\r\n", ["GET /a/b c=d&e "]),
    ("GET /? HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /  "]),
    ("GET /a??b HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /a ?b "]),
    ("GET http://example.org/x?y HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /x y "]),
    ("GET HTTP://example.org HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / - "]),
    ("GET https://[::1]:8443?q HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / q "]),
    ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", ["OPTIONS  - "]),
    ("GET / HTTP/1.0\r\n\r\n", ["GET / - "]),
    ("BREW-it.now! /pot HTTP/1.1\r\nHost: a\r\n\r\n", ["BREW-it.now! /pot - "]),
    ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / - "]),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", ["POST / - hello"]),
    ("POST / HTTP/1.1\r\nHost: a\r\ncontent-LENGTH:\t 005 \t\r\n\r\nhello", ["POST / - hello"]),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", ["POST / - "]),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      ["POST / - hello"]
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "003;a=\"b;\\\"c\" ;d\r\nabc\r\nA \r\n0123456789\r\n00\r\nX-Sum: 1\r\nY:\r\n\r\n",
      ["POST / - abc0123456789"]
    ),
    (
      "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
        + "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n\r\nPUT /3 HTTP/1.1\r\nHost: a\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nGET /4 HTTP/1.1\r\nHost: a\r\n\r\n",
      ["POST /1 - hi", "GET /2 - ", "PUT /3 - x", "GET /4 - "]
    ),
    ("GET /%zz|{}^ HTTP/1.1\r\nHost: a\r\n\r\n", ["GET /%zz|{}^ - "]),
    ("GET / HTTP/1.1\r\nHost:\r\n\r\n", ["GET / - "]),
    ("GET / HTTP/1.1\r\nHost: a\r\nX-é: 1\r\n\r\n", []),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: caf\u{e9} \"q\", (c)\r\nEmpty:\r\n\r\n", ["GET / - "]),
  ]

  @Test("are parsed the same wherever the bytes are split", arguments: streams)
  func parsesAtEverySplit(text: String, expected: [String]) {
    let whole = ParsedStream(text)
    let summaries = whole.requests.map { "\($0.method) \($0.path) \($0.query ?? "-") \($0.body)" }
    #expect(summaries == expected)
    #expect(ParsedStream.atEverySplit(text).allSatisfy { $0 == whole })
  }

  @Test("keep their fields in order, with the space around values removed")
  func keepsFields() {
    let stream = ParsedStream(
      "GET / HTTP/1.1\r\nHost: a\r\nX-One: 1 2\t\r\nx-one:\r\nB:c:d\r\n\r\n")
    #expect(stream.requests.first?.fields == ["Host=a", "X-One=1 2", "x-one=", "B=c:d"])
  }

  @Test(
    "keep or close the connection by version and Connection field",
    arguments: [
      ("1.1", "", true), ("1.1", "Connection: close\r\n", false),
      ("1.1", "Connection: x, Close ,y\r\n", false), ("1.1", "Connection: closed\r\n", true),
      ("1.1", "Connection: keep-alive\r\nConnection: close\r\n", false), ("1.0", "", false),
      ("1.0", "Connection: Keep-Alive\r\n", true),
      ("1.0", "Connection: keep-alive, close\r\n", false),
    ])
  func decidesPersistence(version: String, field: String, keepsAlive: Bool) {
    let stream = ParsedStream("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
    #expect(stream.requests.first?.keepsAlive == keepsAlive)
  }

  @Test("take limits exactly: the last byte allowed passes, one more does not")
  func appliesLimitsExactly() {
    var limits = HTTPLimits()
    limits.requestLineBytes = 20
    limits.fieldSectionBytes = 18
    limits.fieldCount = 2
    limits.bodyBytes = 4
    func status(_ text: String) -> Int? {
      let whole = ParsedStream(text, limits: limits)
      #expect(ParsedStream.atEverySplit(text, limits: limits).allSatisfy { $0 == whole })
      return whole.status
    }
    #expect(status("GET /234567 HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
    #expect(status("GET /2345678 HTTP/1.1\r\nHost: a\r\n\r\n") == 414)
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\nabcd: f\r\n\r\n") == nil)
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\nabcd: fg\r\n\r\n") == 431)
    #expect(status("GET / HTTP/1.1\r\nHost:a\r\nb:\r\nc:\r\n\r\n") == 431)
    #expect(status("PUT / HTTP/1.0\r\nContent-Length: 4\r\n\r\n") == 431)
    limits.fieldSectionBytes = 200
    #expect(status("PUT / HTTP/1.0\r\nContent-Length: 4\r\n\r\n1234") == nil)
    #expect(status("PUT / HTTP/1.0\r\nContent-Length: 5\r\n\r\n") == 413)
    let chunked = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(status(chunked + "2\r\n12\r\n2\r\n34\r\n0\r\n\r\n") == nil)
    #expect(status(chunked + "2\r\n12\r\n3\r\n") == 413)
    #expect(status(chunked + "7FFFFFFFFFFFFFFF\r\n") == 413)
  }

  @Test("are refused while a line is still incomplete once it can't become valid")
  func refusesEarly() {
    #expect(ParsedStream(String(repeating: "G", count: 8194)).status == 414)
    #expect(ParsedStream("\u{16}\u{3}\u{1}").status == 400)
    let long = "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 33_000)
    #expect(ParsedStream(long).status == 431)
  }
}
