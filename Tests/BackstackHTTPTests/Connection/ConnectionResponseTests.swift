import Testing

@testable import BackstackHTTP

@Suite("Responses of a connection")
struct ConnectionResponseTests {
  @Test("A response has status, date, length, fields and content")
  func writesWholeAnswer() {
    let driver = ConnectionDriver { $0.serverName = "demo" }
    driver.handler = { _ in
      HTTPResponse(status: .created, fields: [.location: "/1", "X-A": "b"], body: .literal("done"))
    }
    driver.receive(get("/"))
    #expect(
      driver.text == "HTTP/1.1 201 Created\r\nDate: today\r\nServer: demo\r\nContent-Length: 4\r\n"
        + "Location: /1\r\nX-A: b\r\n\r\ndone")
    #expect(driver.connection.interest == .init(reads: true, writes: false))
    #expect(!driver.isClosed)
  }

  @Test("A response to HEAD has the fields of GET and no content")
  func omitsContentForHead() {
    let driver = ConnectionDriver()
    driver.handler = { _ in HTTPResponse(body: .text("12345")) }
    driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(driver.text == "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 5\r\n\r\n")
  }

  @Test("An error response to HEAD has no content, unless the method is not known yet")
  func omitsContentOfErrorsForHead() {
    for line in ["HEAD / HTTP/1.1\r\nHost : a\r\n\r\n", "HEAD x HTTP/1.1\r\n"] {
      let driver = ConnectionDriver()
      driver.receive(line)
      #expect(driver.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(driver.text.hasSuffix("\r\n\r\n"))
    }
    let driver = ConnectionDriver()
    driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n")
    #expect(driver.statuses == [200, 400])
    #expect(driver.text.hasSuffix("a space.\n"))

    let late = ConnectionDriver()
    late.receive("HEAD / HTTP/1.1\r\nHost")
    late.advance(seconds: 10)
    #expect(late.statuses == [408])
    #expect(late.text.hasSuffix("\r\n\r\n"))
  }

  @Test(
    "A response with status 204 or 304 has neither content nor its length", arguments: [204, 304])
  func omitsForbiddenContent(code: Int) {
    let driver = ConnectionDriver()
    driver.handler = { _ in HTTPResponse(status: HTTPStatus(code), body: .text("12345")) }
    driver.receive(get("/"))
    #expect(driver.text.hasSuffix("Date: today\r\n\r\n"))
    #expect(!driver.text.contains("Content-Length"))
  }

  @Test("A response with status 205 has no content and the length 0", arguments: ["GET", "HEAD"])
  func resetsContent(method: String) {
    let driver = ConnectionDriver()
    driver.handler = { _ in HTTPResponse(status: .resetContent, body: .text("12345")) }
    driver.receive("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(driver.text.hasSuffix("Date: today\r\nContent-Length: 0\r\n\r\n"))
  }

  @Test(
    "A response with a status that can't be final becomes 500",
    arguments: [0, 99, 100, 101, 199, 600, -1])
  func replacesImpossibleStatus(code: Int) {
    let driver = ConnectionDriver()
    driver.handler = { _ in HTTPResponse(status: HTTPStatus(code)) }
    driver.receive(get("/"))
    #expect(driver.statuses == [500])
  }

  @Test("A field's name or value can't split a response")
  func resistsSplitting() {
    let driver = ConnectionDriver()
    driver.handler = { _ in
      HTTPResponse(fields: [
        .location: "/a\r\nSet-Cookie: b\0c\n", "X\r\nY": "1", "": "2", "é": "3",
      ])
    }
    driver.receive(get("/"))
    #expect(
      driver.text == "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 0\r\n"
        + "Location: /a  Set-Cookie: b c \r\n\r\n")
  }

  @Test("A handler can't set the framing of a response, but can close the connection")
  func ownsFraming() {
    let driver = ConnectionDriver()
    driver.handler = { _ in
      HTTPResponse(
        fields: [
          .contentLength: "99", .transferEncoding: "chunked", .connection: "close, x",
          .date: "mine", "X": "y",
        ], body: .text("hi"))
    }
    driver.receive(get("/"))
    #expect(
      driver.text == "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n"
        + "Date: mine\r\nX: y\r\n\r\nhi")
    #expect(driver.isClosed)
  }

  @Test("A response may echo a request's fields without its request line")
  func echoesReceivedFields() {
    let driver = ConnectionDriver()
    driver.handler = { HTTPResponse(fields: $0.fields) }
    driver.receive(get("/", "X-A:  b \r\nContent-Length: 0\r\n"))
    #expect(driver.text.hasSuffix("Content-Length: 0\r\nHost: a\r\nX-A: b\r\n\r\n"))
  }

  @Test("A response to an HTTP/1.0 client that asks for keep-alive confirms it")
  func keepsHTTP10() {
    let driver = ConnectionDriver()
    driver.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(driver.text.contains("\r\nConnection: keep-alive\r\n"))
    driver.receive("GET / HTTP/1.0\r\n\r\n")
    #expect(driver.text.contains("\r\nConnection: close\r\n"))
    #expect(driver.isClosed)
  }

  @Test("A response is sent once, to its own request")
  func ignoresStrayAnswers() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    driver.receive(get("/1"))
    driver.respond("one")
    driver.respond("again")
    driver.receive(get("/2"))
    driver.respond("late", to: 1)
    #expect(driver.statuses == [200])
    driver.respond("two")
    #expect(driver.statuses == [200, 200])
    #expect(driver.text.hasSuffix("two"))
  }

  @Test("The configured closure creates error responses; the error's own fields are added")
  func usesErrorResponse() {
    let driver = ConnectionDriver {
      $0.errorResponse = { error in
        HTTPResponse(status: error.status, body: .text("{\(error.code.rawValue)}"))
      }
    }
    driver.handler = { _ in nil }
    driver.receive(get("/"))
    driver.connection.respond(.failure(.methodNotAllowed(allow: "GET")), to: 1, now: driver.now)
    driver.receive("nonsense\r\n")
    #expect(driver.text.contains("405 Method Not Allowed\r\n"))
    #expect(driver.text.contains("Allow: GET\r\n\r\n{method-not-allowed}"))
    #expect(driver.text.hasSuffix("{malformed-request}"))
  }
}
