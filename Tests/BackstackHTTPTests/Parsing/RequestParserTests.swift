import Testing

@testable import BackstackHTTP

@Suite("Requests")
struct RequestParserTests {
  @Test("Fields keep their order, and the blanks around values are removed")
  func keepsFields() {
    let stream = ParsedStream(
      "GET / HTTP/1.1\r\nHost: a\r\nX-One: 1 2\t\r\nx-one:\r\nB:c:d\r\n\r\n")
    #expect(stream.requests.first?.fields == ["Host=a", "X-One=1 2", "x-one=", "B=c:d"])
  }

  @Test("The host of an absolute form is the authority, whatever Host says (§3.2.2)")
  func prefersTargetHost() {
    let stream = ParsedStream("GET http://b:1/x HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(stream.requests.first?.authority == "b:1")
    #expect(stream.requests.first?.fields == ["Host=a"])
  }

  @Test("A trailer never appears among the fields (RFC 9110 §6.5.1)")
  func dropsTrailers() {
    let stream = ParsedStream(
      "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Role: admin\r\n\r\n")
    #expect(stream.requests.first?.fields == ["Host=a", "Transfer-Encoding=chunked"])
  }

  @Test("An incomplete line is refused once it can't become valid")
  func refusesEarly() {
    #expect(ParsedStream(String(repeating: "G", count: 8193)).status == 501)
    #expect(ParsedStream("GET /" + String(repeating: "a", count: 8190)).status == 414)
    #expect(ParsedStream("\u{16}\u{3}\u{1}").status == 400)
    let long = "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 33_000)
    #expect(ParsedStream(long).status == 431)
  }
}
