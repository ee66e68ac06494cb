import Testing

@testable import BackstackHTTP

@Suite("Chunked content, again on the same connection")
struct RepeatedChunksTests {
  @Test("Each request has its own content and its own limit")
  func limits() {
    let driver = ConnectionDriver { $0.limits.bodyBytes = 10 }
    var contents: [String] = []
    driver.handler = { request in
      contents.append(String(decoding: request.body, as: UTF8.self))
      return HTTPResponse(status: .noContent)
    }
    let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    driver.receive(head + "3\r\nabc\r\n5\r\ndefgh\r\n0\r\nX: 1\r\n\r\n")
    driver.receive(head + "8\r\n12345678\r\n0\r\n\r\n" + head + "0\r\n\r\n")
    #expect(contents == ["abcdefgh", "12345678", ""])
    #expect(driver.statuses == [204, 204, 204])
  }
}
