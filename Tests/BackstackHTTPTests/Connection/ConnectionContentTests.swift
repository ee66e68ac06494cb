import Testing

@testable import BackstackHTTP

@Suite("Content of a request that no handler has accepted")
struct ConnectionContentTests {
  private func put(_ length: Int, _ fields: String = "") -> String {
    "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(fields)\r\n"
  }

  /// A connection whose handler has not decided about the content.
  private func undecided(
    _ change: (inout HTTPConnectionSettings) -> Void = { _ in }
  ) -> (driver: ConnectionDriver, request: Box<HTTPRequest?>) {
    let driver = ConnectionDriver(change)
    let request = Box<HTTPRequest?>(nil)
    driver.policy = {
      request.set($0)
      return nil
    }
    return (driver, request)
  }

  private func piece(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test("Content is not read beyond a limit, and the request has only its fields")
  func waits() throws {
    let (driver, request) = undecided { $0.flow.bufferedInputBytes = 100 }
    driver.receive(put(1_000_000) + piece(60))
    #expect(driver.connection.inputRoom == 40)
    driver.receive(piece(40))
    #expect(!driver.connection.interest.reads && driver.connection.bufferedCount == 100)
    let kept = try #require(request.value)
    #expect(kept.hasContent && !kept.isWhole && kept.body.isEmpty)
    #expect(driver.delivered.isEmpty && driver.text.isEmpty)
  }

  @Test("Content of a refused request is not kept")
  func refuses() {
    let (driver, _) = undecided()
    driver.receive(put(1_000_000) + piece(10_000))
    driver.respond("no")
    #expect(driver.statuses == [200] && driver.text.contains("Connection: close\r\n"))
    #expect(driver.connection.input.capacity == 0 && driver.connection.incoming == nil)
    driver.receive(piece(50_000))
    #expect(driver.connection.input.capacity == 0)
  }

  @Test("Short content of a refused request is discarded, and the next request is served")
  func discards() {
    let (driver, _) = undecided()
    driver.receive(put(1000) + piece(400))
    driver.respond("no")
    driver.receive(piece(600) + get("/2"))
    #expect(driver.statuses == [200, 200] && driver.delivered == ["/2"])
    #expect(driver.connection.bufferedCount == 0)
  }

  @Test(
    "100 Continue is sent once the content is accepted, and never after a refusal",
    arguments: [true, false])
  func continues(isWanted: Bool) throws {
    let (driver, request) = undecided()
    driver.receive(put(5, "Expect: 100-continue\r\n"))
    #expect(driver.text.isEmpty)
    if isWanted {
      driver.accept(try #require(request.value), .collected())
      #expect(driver.statuses == [100])
      driver.receive("hello")
      #expect(driver.statuses == [100, 200] && driver.text.hasSuffix("PUT / 5"))
    } else {
      driver.respond("no")
      #expect(driver.statuses == [200] && driver.didShutDownWriting)
    }
  }

  @Test("The time for content begins when the server sends 100 Continue")
  func continuesLate() throws {
    let (driver, request) = undecided()
    driver.receive(put(5, "Expect: 100-continue\r\n"))
    driver.advance(seconds: 40)
    driver.writable = 0
    driver.accept(try #require(request.value), .collected())
    driver.advance(seconds: 20)
    #expect(!driver.isClosed && driver.text.isEmpty)
    driver.writable = .max
    driver.advance(seconds: 1)
    driver.receive("hello")
    #expect(driver.statuses == [100, 200])
  }

  @Test("Content that is accepted late is complete, and input after it is another request")
  func collectsLate() throws {
    let (driver, request) = undecided()
    driver.receive(put(5) + "hello" + get("/2"))
    #expect(driver.delivered.isEmpty)
    driver.accept(try #require(request.value), .collected())
    #expect(driver.delivered == ["/", "/2"])
    #expect(driver.text.contains("PUT / 5") && driver.text.contains("GET /2 0"))
  }

  @Test("Content goes to the first one that accepts it")
  func collectsOnce() throws {
    let (driver, request) = undecided()
    driver.receive(put(5) + "he")
    let kept = try #require(request.value)
    driver.accept(kept, .collected())
    driver.accept(kept, .streamed(upTo: 10))
    let sink = ScriptedSink()
    driver.attach(sink)
    #expect(sink.outcomes == [.cancelled] && driver.delivered.isEmpty)
    driver.receive("llo")
    #expect(driver.delivered == ["/"] && driver.text.hasSuffix("PUT / 5"))
  }

  @Test("The limit of the one that accepts content applies, whether its length is announced or not")
  func limits() throws {
    for (head, content) in [
      (put(6), ""), ("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "6\r\n"),
    ] {
      let (driver, request) = undecided { $0.limits.bodyBytes = 1_000 }
      driver.receive(head)
      driver.accept(try #require(request.value), .collected(upTo: 5))
      driver.receive(content)
      #expect(driver.statuses == [413] && driver.delivered.isEmpty)
      #expect(driver.text.hasSuffix("The content is larger than 5 bytes.\n"))
      #expect(driver.connection.takeOutcome()?.error == .contentTooLarge)
    }
  }

  @Test("Without a policy, the server's limit for content applies")
  func limitsSink() {
    let (driver, _) = undecided { $0.limits.bodyBytes = 5 }
    driver.receive(put(6))
    let sink = ScriptedSink()
    driver.attach(sink)
    #expect(driver.statuses == [413] && sink.outcomes == [.cancelled])
  }

  @Test(
    "Undecided content counts against the handler's time, accepted content against the client's")
  func times() throws {
    let slow = undecided()
    slow.driver.receive(put(5))
    slow.driver.advance(seconds: 59)
    #expect(slow.driver.statuses.isEmpty)
    slow.driver.advance(seconds: 1)
    #expect(slow.driver.statuses == [503])

    let dripping = undecided()
    dripping.driver.receive(put(50))
    dripping.driver.advance(seconds: 20)
    dripping.driver.accept(try #require(dripping.request.value), .collected())
    for _ in 0..<29 {
      dripping.driver.receive("x")
      dripping.driver.advance(seconds: 1)
    }
    #expect(dripping.driver.statuses.isEmpty)
    dripping.driver.advance(seconds: 1)
    #expect(dripping.driver.statuses == [408])
    #expect(dripping.driver.connection.takeOutcome()?.error == .requestTimeout)

    let complete = undecided()
    complete.driver.handler = nil
    complete.driver.receive(put(5))
    complete.driver.accept(try #require(complete.request.value), .collected())
    complete.driver.advance(seconds: 29)
    complete.driver.receive("hello")
    complete.driver.advance(seconds: 59)
    #expect(complete.driver.statuses.isEmpty)
    complete.driver.advance(seconds: 1)
    #expect(complete.driver.statuses == [503])
  }

  @Test(
    "A client that breaks off its content ends the connection and is logged as gone",
    arguments: [true, false])
  func breaksOff(isEarly: Bool) throws {
    let (driver, request) = undecided()
    driver.receive(put(5) + "he")
    if isEarly { driver.receiveEnd() }
    driver.accept(try #require(request.value), .collected())
    if !isEarly { driver.receiveEnd() }
    #expect(driver.isClosed && driver.text.isEmpty && driver.delivered.isEmpty)
    #expect(driver.connection.takeOutcome()?.status == HTTPAccessLogRecord.clientClosedRequest)
  }

  @Test("Malformed content gets status 400, however late it is accepted")
  func malformed() throws {
    let (driver, request) = undecided()
    driver.receive(
      "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nno\r\n" + get("/smuggled"))
    driver.accept(try #require(request.value), .collected())
    #expect(driver.statuses == [400] && driver.delivered.isEmpty && driver.didShutDownWriting)
  }

  @Test("Content can't be accepted once the request was answered or its connection has ended")
  func late() throws {
    let (driver, request) = undecided()
    driver.receive(put(5) + "hello")
    driver.respond("no")
    driver.accept(try #require(request.value), .collected())
    #expect(driver.statuses == [200] && driver.delivered.isEmpty)
    driver.end()
    driver.accept(try #require(request.value), .collected())
    #expect(driver.connection.takeDemand() == nil)
  }

  @Test("Content does not change a request that a handler has kept")
  func keepsRequests() {
    let kept = Box<[HTTPRequest]>([])
    let driver = ConnectionDriver()
    driver.policy = { request in
      kept.update { $0.append(request) }
      return .collected()
    }
    var buffers = HTTPBufferPool(maximumOutputs: 1, outputCapacity: 1)
    driver.connection.acquireRequest(from: &buffers)
    driver.receive(put(2) + "hi" + put(3) + "hey")
    #expect(kept.value.map(\.target) == ["/", "/"])
    #expect(kept.value.allSatisfy { $0.body.isEmpty })
    #expect(driver.text.contains("PUT / 2") && driver.text.contains("PUT / 3"))
  }
}
