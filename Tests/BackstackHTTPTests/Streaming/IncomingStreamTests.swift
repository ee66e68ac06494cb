import Testing

@testable import BackstackHTTP

@Suite("Streamed content of a request")
struct IncomingStreamTests {
  /// A connection that streams content up to a number of bytes and leaves responses to the test.
  private func streaming(
    upTo limit: Int = 1000, _ change: (inout HTTPConnectionSettings) -> Void = { _ in }
  ) -> ConnectionDriver {
    let driver = ConnectionDriver(change)
    driver.policy = { request in
      request.path == "/collected" ? .collected() : .streamed(upTo: limit)
    }
    driver.handler = nil
    return driver
  }

  private func put(_ length: Int, _ fields: String = "", path: String = "/") -> String {
    "PUT \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(fields)\r\n"
  }

  private let chunkedPut = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("The request is delivered before its content, and the content as it arrives")
  func deliversPieces() {
    let driver = streaming()
    driver.receive(put(9))
    #expect(driver.delivered == ["/"])
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receive("hel")
    #expect(sink.text == "hel" && sink.outcomes.isEmpty)
    driver.receive("lo you" + get("/2"))
    #expect(sink.text == "hello you")
    #expect(sink.starts == 1 && sink.outcomes == [.complete])
    #expect(driver.delivered == ["/"])
    driver.respond("done")
    #expect(driver.delivered == ["/", "/2"])
    #expect(driver.statuses == [200])
  }

  @Test(
    "Chunked content is delivered without its framing, wherever the input is split",
    arguments: 1...8)
  func deliversChunks(size: Int) {
    let driver = streaming()
    let sink = ScriptedSink()
    let input = Array((chunkedPut + "5;x=y\r\nhello\r\n4\r\n you\r\n0\r\nX: 1\r\n\r\n").utf8)
    var start = 0
    while start < input.count {
      driver.receive(Array(input[start..<min(start + size, input.count)]))
      if !driver.delivered.isEmpty, sink.starts == 0 { driver.attach(sink) }
      start += size
    }
    #expect(sink.text == "hello you" && sink.outcomes == [.complete])
    driver.respond("done")
    driver.receive(get("/2"))
    #expect(driver.delivered == ["/", "/2"])
  }

  @Test("Content that arrives before its sink waits for it, up to a limit")
  func holdsEarlyContent() {
    let driver = streaming { $0.flow.bufferedInputBytes = 100 }
    driver.receive(put(500) + String(repeating: "x", count: 100))
    #expect(!driver.connection.interest.reads)
    let sink = ScriptedSink()
    driver.attach(sink)
    #expect(sink.count == 100 && driver.connection.interest.reads)
    driver.receive(String(repeating: "x", count: 400))
    #expect(sink.count == 500 && sink.outcomes == [.complete])
  }

  @Test("Content stops at a pause, up to a limit, and resumes when the sink is woken")
  func pauses() {
    let driver = streaming { $0.flow.bufferedInputBytes = 10 }
    driver.receive(put(40))
    let sink = ScriptedSink(piecesBeforePause: 1)
    driver.attach(sink)
    driver.receive("0123456789")
    #expect(sink.count == 10 && driver.connection.interest.reads)
    driver.receive("0123456789")
    #expect(sink.count == 10 && !driver.connection.interest.reads)
    sink.wake()
    sink.wake()
    #expect(driver.readMailbox() == 1)
    #expect(sink.count == 20 && driver.connection.interest.reads)
    sink.neverPause()
    sink.wake()
    driver.readMailbox()
    driver.receive("01234567890123456789")
    #expect(sink.count == 40 && sink.outcomes == [.complete])
  }

  @Test("A sink that pauses at the last piece is complete when it resumes")
  func pausesAtEnd() {
    let driver = streaming()
    driver.receive(put(5))
    let sink = ScriptedSink(piecesBeforePause: 1)
    driver.attach(sink)
    driver.receive("hello")
    #expect(sink.outcomes.isEmpty)
    sink.wake()
    driver.readMailbox()
    #expect(sink.text == "hello" && sink.outcomes == [.complete])
  }

  @Test("After a pause, only the handler's time limit counts")
  func limitsPause() {
    let driver = streaming { $0.timeouts.response = .seconds(60) }
    driver.receive(put(40))
    let sink = ScriptedSink(piecesBeforePause: 1)
    driver.attach(sink)
    driver.advance(seconds: 10)
    driver.receive("01234")
    driver.advance(seconds: 59)
    #expect(driver.statuses.isEmpty)
    driver.advance(seconds: 1)
    #expect(driver.statuses == [503])
    #expect(sink.outcomes == [.responded])
  }

  @Test("100 Continue is sent when there is a sink, and not before")
  func continues() {
    let driver = streaming()
    driver.receive(put(5, "Expect: 100-continue\r\n"))
    #expect(driver.text.isEmpty)
    let sink = ScriptedSink()
    driver.attach(sink)
    #expect(driver.statuses == [100])
    driver.receive("hello")
    driver.respond("done")
    #expect(driver.statuses == [100, 200] && sink.text == "hello")
    #expect(!driver.isClosed)
  }

  @Test("Content that the client sends without waiting needs no 100 Continue")
  func skipsContinue() {
    let driver = streaming()
    driver.receive(put(5, "Expect: 100-continue\r\n"))
    driver.receive("he")
    driver.attach(ScriptedSink())
    driver.receive("llo")
    driver.respond("done")
    #expect(driver.statuses == [200])
  }

  @Test(
    "If the request is refused, a waiting client gets no 100 Continue and the connection closes")
  func refusesBeforeContinue() {
    let driver = streaming()
    driver.receive(put(5, "Expect: 100-continue\r\n"))
    driver.respond("no")
    #expect(driver.statuses == [200] && driver.text.contains("Connection: close\r\n"))
    #expect(driver.didShutDownWriting)
    driver.receive(get("/smuggled"))
    #expect(driver.delivered == ["/"])
  }

  @Test("Short content of a refused request is discarded, and the next request is served")
  func discardsShortRest() {
    let driver = streaming { $0.flow.discardedContentBytes = 100 }
    driver.handler = { _ in HTTPResponse(body: .text("no")) }
    driver.receive(put(100) + "GET /not-a-request")
    #expect(driver.statuses == [200])
    driver.receive(String(repeating: "x", count: 82))
    driver.receive(get("/2"))
    #expect(driver.delivered == ["/", "/2"])
    #expect(driver.statuses == [200, 200])
  }

  @Test("Chunked content of a refused request is discarded up to a limit")
  func boundsDiscarding() {
    let driver = streaming { $0.flow.discardedContentBytes = 100 }
    driver.handler = { _ in HTTPResponse(body: .text("no")) }
    driver.receive(chunkedPut + "3\r\nabc\r\n")
    driver.receive("0\r\n\r\n" + get("/2"))
    #expect(driver.delivered == ["/", "/2"])
    driver.receive(chunkedPut + "65\r\n" + String(repeating: "x", count: 101))
    #expect(driver.didShutDownWriting && driver.statuses == [200, 200, 200])
  }

  @Test("Long content of a refused request closes the connection")
  func closesOnLongRest() {
    let driver = streaming { $0.flow.discardedContentBytes = 100 }
    driver.handler = { _ in HTTPResponse(body: .text("no")) }
    driver.receive(put(101))
    #expect(driver.text.contains("Connection: close\r\n") && driver.didShutDownWriting)
    driver.receive(get("/smuggled"))
    #expect(driver.delivered == ["/"])
  }

  @Test(
    "Malformed or late content of a refused request closes the connection without another response")
  func endsDiscarding() {
    let malformed = streaming()
    malformed.handler = { _ in HTTPResponse(body: .text("no")) }
    malformed.receive(chunkedPut + "nonsense")
    #expect(malformed.statuses == [200] && malformed.didShutDownWriting)
    let late = streaming()
    late.handler = { _ in HTTPResponse(body: .text("no")) }
    late.receive(put(100))
    late.advance(seconds: 30)
    #expect(late.statuses == [200] && late.didShutDownWriting)
  }

  @Test("The stream ends when the request is answered")
  func endsAtAnswer() {
    let driver = streaming()
    driver.receive(put(10))
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receive("hello")
    driver.respond("enough")
    driver.receive("there" + get("/2"))
    #expect(sink.text == "hello" && sink.outcomes == [.responded])
    #expect(driver.delivered == ["/", "/2"])
  }

  @Test("Content is discarded while a stream answers it early; then the connection closes")
  func streamsEarlyAnswer() {
    let driver = streaming()
    driver.receive(put(10))
    let source = ScriptedSource(["a"], atEnd: .waiting)
    driver.stream(source)
    driver.receive("GET /smugg")
    #expect(driver.connection.bufferedCount == 0)
    source.setEnd(.end)
    source.wake()
    driver.readMailbox()
    #expect(driver.didShutDownWriting && driver.delivered == ["/"])
  }

  @Test(
    "Content with an announced length above the limit is refused before any is read",
    arguments: [true, false])
  func limitsLength(isCollected: Bool) {
    let driver = streaming(upTo: 10) { $0.limits.bodyBytes = 10 }
    driver.receive(put(11, path: isCollected ? "/collected" : "/"))
    #expect(driver.statuses == [413] && driver.delivered.isEmpty)
    #expect(driver.text.hasSuffix("The content is larger than 10 bytes.\n"))
  }

  @Test("Chunked content that exceeds the limit ends the request with 413")
  func limitsChunks() {
    let driver = streaming(upTo: 10)
    driver.receive(chunkedPut)
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receive("5\r\nhello\r\n6\r\n")
    #expect(driver.statuses == [413] && sink.outcomes == [.incomplete])
    driver.respond("late")
    #expect(driver.statuses == [413])
  }

  @Test("Streamed content may exceed the default limit; each request has its own")
  func raisesLimit() {
    let driver = streaming(upTo: 100) { $0.limits.bodyBytes = 10 }
    driver.receive(put(100))
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receive(String(repeating: "x", count: 100))
    driver.respond("done")
    #expect(sink.count == 100 && driver.statuses == [200])
    driver.receive(put(11, path: "/collected"))
    #expect(driver.statuses == [200, 413])
  }

  @Test("Content that the client breaks off is incomplete, and the request can still be answered")
  func endsEarly() {
    let driver = streaming()
    driver.receive(put(10))
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receive("hello")
    driver.receiveEnd()
    #expect(sink.outcomes == [.incomplete] && !driver.isClosed)
    driver.respond("half")
    #expect(driver.statuses == [200] && driver.isClosed)
  }

  @Test("Content that was broken off before there was a sink is delivered as far as it came")
  func endsBeforeSink() {
    let driver = streaming()
    driver.receive(put(10) + "hello")
    driver.receiveEnd()
    let sink = ScriptedSink()
    driver.attach(sink)
    #expect(sink.text == "hello" && sink.outcomes == [.incomplete])
  }

  @Test("Malformed content ends the request with 400")
  func refusesMalformed() {
    let driver = streaming()
    driver.receive(chunkedPut)
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receive("x\r\n")
    #expect(driver.statuses == [400] && sink.outcomes == [.incomplete])
  }

  @Test("Content must reach the minimum data rate while the sink wants it")
  func demandsPace() {
    let drip = streaming(upTo: 100_000) { $0.flow.minimumReadRate = 10 }
    drip.receive(put(100_000))
    let sink = ScriptedSink()
    drip.attach(sink)
    for _ in 0..<30 {
      drip.receive("123456789")
      drip.advance(seconds: 1)
    }
    #expect(drip.statuses == [408] && sink.outcomes == [.incomplete])

    let steady = streaming(upTo: 100_000) { $0.flow.minimumReadRate = 10 }
    steady.receive(put(100_000))
    steady.attach(ScriptedSink())
    for _ in 0..<300 {
      steady.receive("1234567890")
      steady.advance(seconds: 1)
    }
    #expect(steady.statuses.isEmpty)
  }

  @Test("A pause of the sink does not count against the data rate")
  func pausesPace() {
    let driver = streaming(upTo: 100_000) { $0.timeouts.response = nil }
    driver.receive(put(100_000))
    let sink = ScriptedSink(piecesBeforePause: 1)
    driver.attach(sink)
    driver.receive("01234")
    driver.advance(seconds: 10_000)
    sink.wake()
    driver.readMailbox()
    driver.advance(seconds: 29)
    #expect(driver.statuses.isEmpty)
    driver.advance(seconds: 1)
    #expect(driver.statuses == [408])
  }

  @Test("The sink is cancelled, once, when the connection ends")
  func cancels() {
    let driver = streaming()
    driver.receive(put(10))
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.end()
    driver.end()
    #expect(sink.outcomes == [.cancelled])
  }

  @Test("Content goes to one sink; a second or late one is cancelled")
  func refusesSecondSink() {
    let driver = streaming()
    driver.receive(put(10))
    let (first, second, late) = (ScriptedSink(), ScriptedSink(), ScriptedSink())
    driver.attach(first)
    driver.attach(second)
    driver.respond("done")
    driver.attach(late)
    #expect(second.outcomes == [.cancelled] && second.starts == 0)
    #expect(late.outcomes == [.cancelled])
  }

  @Test("Without content, the sink completes at once", arguments: ["", "Content-Length: 0\r\n"])
  func completesWithoutContent(fields: String) {
    let driver = streaming()
    driver.receive(get("/", fields))
    let sink = ScriptedSink()
    driver.attach(sink)
    #expect(sink.starts == 1 && sink.outcomes == [.complete])
  }
}
