import Testing

@testable import BackstackHTTP

/// RFC 9110 §10.1.1.
@Suite("100-continue")
struct ExpectationTests {
  @Test(
    "Only an HTTP/1.1 client with content to send waits for it",
    arguments: [
      ("1.1", "Content-Length: 1\r\n", "x", true), ("1.1", "Content-Length: 0\r\n", "", false),
      ("1.1", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n", true), ("1.1", "", "", false),
      ("1.0", "Content-Length: 1\r\n", "x", false),
    ])
  func isWaitedFor(version: String, field: String, content: String, expected: Bool) {
    let head = "POST / HTTP/\(version)\r\nHost: a\r\nExpect: 100-continue\r\n\(field)\r\n"
    #expect(ParsedStream(head + content).requests.map(\.expectsContinue) == [expected])
  }
}
