import Testing

@testable import BackstackHTTP

/// Malformed input with the status it is answered with, grouped by section of RFC 9112.
@Suite("Malformed requests")
struct MalformedRequestTests {
  static let host = "Host: a\r\n"
  static let post = "POST / HTTP/1.1\r\nHost: a\r\n"
  static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

  static let lineEnds: [(String, Int)] = [
    ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n\n", 400),
    ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\rHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
  ]

  static let requestLines: [(String, Int)] = [
    (" GET / HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET  / HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /  HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET / HTTP/1.1 \r\n" + host + "\r\n", 400),
    ("GET\t/ HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /\r\n", 400), ("GET\r\n", 400), ("/ HTTP/1.1\r\n", 400),
    ("G(T / HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GÉT / HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /\u{0} HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /\u{7f} HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /é HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /a b HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /a#b HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET /a?b#c HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET a HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET * HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET ftp://a/ HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET http:// HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET http:///x HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET http://u@a/ HTTP/1.1\r\n" + host + "\r\n", 400),
    ("GET http://a\\b/ HTTP/1.1\r\n" + host + "\r\n", 400),
    ("CONNECT a:443 HTTP/1.1\r\n" + host + "\r\n", 501),
    ("GET / HTTP/2.0\r\n" + host + "\r\n", 505), ("GET / HTTP/1.2\r\n" + host + "\r\n", 505),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), ("GET / HTTP/0.9\r\n\r\n", 505),
    ("GET / http/1.1\r\n" + host + "\r\n", 400), ("GET / HTTP/1.10\r\n" + host + "\r\n", 400),
    ("GET / HTTP/1\r\n" + host + "\r\n", 400), ("GET / HTTP/+.1\r\n" + host + "\r\n", 400),
    ("GET / HTTP/1,1\r\n" + host + "\r\n", 400), ("GET / HTTPS/1.1\r\n" + host + "\r\n", 400),
  ]

  static let fieldLines: [(String, Int)] = [
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost\t: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nNoColon\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n folded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n\tfolded\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX\u{0}: 1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{1}b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7f}\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX(y): 1\r\n\r\n", 400),
    // U+212A lower-cases to k; a combining mark would glue to the colon in text.
    ("GET / HTTP/1.1\r\nHost: a\r\nX-\u{212A}: 1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX:\u{301}1\r\nY\u{301}: 1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nX-Host: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: é\r\n\r\n", 400),
    (post + "Expect: 200-ok\r\nContent-Length: 1\r\n\r\n", 417),
    (post + "Expect: 100-continue, x\r\nContent-Length: 1\r\n\r\n", 417),
  ]

  static let framing: [(String, Int)] =
    [
      "+5", "-5", "0x5", "5_0", "5 5", "5,5", "5, 5", "", "5.0", "five", "5;", "\u{661}", "1e3",
      "99999999999999999999", "9223372036854775808", "18446744073709551616",
    ].map { (post + "Content-Length: \($0)\r\n\r\nhello", 400) } + [
      (post + "Content-Length: 9223372036854775807\r\n\r\n", 413),
      (post + "Content-Length: 1048577\r\n\r\n", 413),
      (post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
      (post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", 400),
      (post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      (post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400),
      (post + "Transfer-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", 400),
      ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      (post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
      (post + "Transfer-Encoding: chunked, chunked\r\n\r\n", 501),
      (post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
      (post + "Transfer-Encoding: chunked,\r\n\r\n", 501),
      (post + "Transfer-Encoding: xchunked\r\n\r\n", 501),
      (post + "Transfer-Encoding: \"chunked\"\r\n\r\n", 501),
      (post + "Transfer-Encoding: chunked;q=1\r\n\r\n", 501),
      (post + "Transfer-Encoding: identity\r\n\r\n", 501),
      (post + "Transfer-Encoding:\r\n\r\n", 501),
      (post + "Transfer-Encoding: chun\u{212A}ed\r\n\r\n", 501),
      (post + "Transfer-Encoding: \u{b}chunked\r\n\r\n", 400),
      (post + "Transfer-Encoding : chunked\r\n\r\n", 400),
    ]

  static let chunks: [(String, Int)] =
    [
      "\r\n", "g\r\n", "+5\r\nhello", "-1\r\n", "0x5\r\nhello", " 5\r\nhello", ";a\r\n",
      "5\nhello\r\n", "5\rhello", "5\r\rhello", "5\r\nhello\n", "5\r\nhelloXX0\r\n\r\n",
      "5\r\nhello0\r\n\r\n", "5\r\nhello\r\r", "5 5\r\n", "5,\r\n", "5_0\r\n",
      "1;a\n", "1;a\nb\r\nx\r\n", "1;a\rb\r\n", "1;a=\"b\r\nx\r\n0\r\n\r\n", "1;\u{0}\r\n",
      "00000000000000001\r\n", "FFFFFFFFFFFFFFFF1\r\n", "0\r\nX : 1\r\n\r\n", "0\r\nX\r\n\r\n",
      "0\r\nX: 1\n\r\n", "0\r\nX: 1\r\n\n", "0\r\n\rX", "0\r\n\n", "0\r\nX: 1\r\n y\r\n\r\n",
    ].map { (chunked + $0 + ($0 == "0\r\n\rX" ? "\n" : ""), 400) } + [
      (chunked + "FFFFFFFFFFFFFFFF\r\n", 400), (chunked + "8000000000000000\r\n", 400),
      (chunked + "100001\r\n", 413),
      (chunked + "1;" + String(repeating: "a", count: 5000), 400),
      (chunked + "1" + String(repeating: " ", count: 5000), 400),
      (chunked + String(repeating: "1;aaaaaaaaaaaaaaa\r\nx\r\n", count: 300), 400),
      (chunked + "0\r\nX: " + String(repeating: "a", count: 33_000), 431),
      (chunked + "0\r\n" + String(repeating: "a:\r\n", count: 101), 431),
    ]

  @Test("with wrong line ends are refused (§2.2)", arguments: lineEnds)
  func refusesLineEnds(text: String, status: Int) { check(text, status) }

  @Test("with a wrong request line are refused (§2.3, §3)", arguments: requestLines)
  func refusesRequestLines(text: String, status: Int) { check(text, status) }

  @Test("with wrong fields are refused (§5, §3.2)", arguments: fieldLines)
  func refusesFieldLines(text: String, status: Int) { check(text, status) }

  @Test("with ambiguous framing are refused (§6)", arguments: framing)
  func refusesFraming(text: String, status: Int) { check(text, status) }

  @Test("with wrong chunks are refused (§7.1)", arguments: chunks)
  func refusesChunks(text: String, status: Int) { check(text, status) }

  @Test("are refused for good: nothing after the error is looked at (§11.2)")
  func neverResynchronises() {
    let stream = ParsedStream(
      "GET / HTTP/1.1\r\nHost : a\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.requests.isEmpty)
    #expect(stream.status == 400)
  }

  private func check(_ text: String, _ status: Int) {
    let whole = ParsedStream(text)
    #expect(whole.status == status)
    #expect(whole.requests.isEmpty)
    if text.utf8.count < 400 {
      #expect(ParsedStream.atEverySplit(text).allSatisfy { $0 == whole })
    }
  }
}
