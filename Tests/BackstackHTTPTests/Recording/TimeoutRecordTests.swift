import Testing

@testable import BackstackHTTP

@Suite("Timed-out requests in the log and the metrics")
struct TimeoutRecordTests {
  @Test("A timed-out request is recorded once; its late response does not reach the next request")
  func whileTheNextIsAnswered() throws {
    let kept = Box<[HTTPResponder]>([])
    let server = try RecordedServer { _, responder in kept.update { $0.append(responder) } }
    let client = server.client()
    client.send(get("/slow") + get("/next"))
    server.looped.turn()
    server.advance(seconds: 61)
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 503 "))
    #expect(kept.value.count == 2)
    kept.value[0].respond(HTTPResponse(status: .accepted, body: .text("<too late>")))
    server.looped.turn()
    kept.value[1].respond(HTTPResponse(status: .created, body: .text("<in time>")))
    let rest = client.receive(until: "<in time>")
    #expect(!rest.contains("too late"))
    kept.set([])
    let (requests, samples) = try server.end()
    #expect(requests == ["/slow 503 53 answer-timeout", "/next 201 9"])
    #expect(samples[#"http_timeouts_total{kind="answer"}"#] == 1)
    #expect(!samples.keys.contains { $0.hasPrefix("http_protocol_errors_total") })
  }

  @Test("It is recorded once if the next requests are answered at once, or can't be parsed")
  func beforeOthers() throws {
    let kept = Box<[HTTPResponder]>([])
    let server = try RecordedServer { request, responder in
      if request.path == "/quick" {
        responder.respond(HTTPResponse(body: .text("<>")))
      } else {
        kept.update { $0.append(responder) }
      }
    }
    let client = server.client()
    client.send(get("/slow") + get("/quick") + "nonsense\r\n\r\n")
    server.looped.turn()
    server.advance(seconds: 61)
    _ = client.receiveAll()
    client.endSending()
    kept.set([])
    let requests = try server.end().requests
    #expect(
      requests == ["/slow 503 53 answer-timeout", "/quick 200 2", "- 400 59 malformed-request"])
  }

  @Test("The 503 of a timed-out request has the same id as the log")
  func namesRequest() throws {
    let kept = Box<[HTTPResponder]>([])
    let server = try RecordedServer(
      RespondingHandler { _, responder in kept.update { $0.append(responder) } }
    ) { $0.echoesRequestID = true }
    let client = server.client()
    client.send(get("/slow", "X-Request-Id: mine\r\n") + get("/next", "X-Request-Id: yours\r\n"))
    server.looped.turn()
    server.advance(seconds: 61)
    let first = client.receive(until: "again later.\n")
    try #require(kept.value.count == 2)
    kept.value[1].respond(HTTPResponse(body: .text("<>")))
    let answers = (first + client.receive(until: "<>")).split(separator: "HTTP/1.1 ")
    #expect(answers.count == 2 && answers.first?.contains("X-Request-Id: mine\r\n") == true)
    #expect(answers.last?.contains("X-Request-Id: yours\r\n") == true)
    #expect(answers.allSatisfy { $0.ranges(of: "X-Request-Id").count == 1 })
    kept.set([])
    #expect(try server.end().requests.count == 2)
  }

  @Test("A request behind a response that the client does not take is recorded as lost")
  func behindSlowClient() {
    let driver = ConnectionDriver()
    driver.writable = 10
    driver.handler = { request in request.target == "/1" ? HTTPResponse() : nil }
    driver.receive(get("/1") + get("/2"))
    #expect(driver.connection.takeOutcome()?.status == 200)
    driver.advance(seconds: 30)
    #expect(driver.isClosed)
    #expect(driver.connection.takeOutcome()?.status == HTTPAccessLogRecord.clientClosedRequest)
    #expect(driver.connection.takeOutcome() == nil)
  }
}
