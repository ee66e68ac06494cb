import Testing

@testable import BackstackHTTP

@Suite("Streamed responses")
struct OutgoingStreamTests {
  /// A connection with a request that is waiting for its response.
  private func asked(
    _ request: String = get("/"), _ change: (inout HTTPConnectionSettings) -> Void = { _ in }
  ) -> ConnectionDriver {
    let driver = ConnectionDriver(change)
    driver.handler = nil
    driver.receive(request)
    return driver
  }

  @Test("A stream is sent in chunks, as it is produced")
  func sendsChunks() {
    let driver = asked()
    let source = ScriptedSource(["hello", "sixteen letters.", ""])
    driver.stream(source)
    #expect(
      driver.text == "HTTP/1.1 200 OK\r\nDate: today\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "5\r\nhello\r\n10\r\nsixteen letters.\r\n0\r\n\r\n")
    #expect(source.starts == 1 && source.outcomes == [.complete])
    #expect(!driver.isClosed && driver.connection.interest.reads)
  }

  @Test("A waiting source is asked again when it is woken, once for many calls")
  func wakes() {
    let driver = asked()
    let source = ScriptedSource(["a"], atEnd: .waiting)
    driver.stream(source)
    #expect(driver.text.hasSuffix("1\r\na\r\n"))
    #expect(driver.connection.interest == .init(reads: true, writes: false))
    #expect(driver.connection.deadline == .never)
    source.add("b")
    for _ in 0..<100 { source.wake() }
    #expect(driver.readMailbox() == 1)
    #expect(driver.text.hasSuffix("1\r\na\r\n1\r\nb\r\n"))
    source.setEnd(.end)
    source.wake()
    #expect(driver.readMailbox() == 1)
    #expect(driver.text.hasSuffix("1\r\nb\r\n0\r\n\r\n"))
    source.wake()
    driver.readMailbox()
    #expect(source.outcomes == [.complete])
  }

  @Test("A source that returns `more` without a byte counts as waiting")
  func doesNotSpin() {
    let driver = asked()
    let source = ScriptedSource(atEnd: .more)
    driver.stream(source)
    #expect(source.rooms.count == 1)
    #expect(driver.connection.interest == .init(reads: true, writes: false))
  }

  @Test("A source is asked only when there is room, so a client that does not read grows no buffer")
  func waitsForRoom() {
    let driver = asked { $0.flow.streamBytes = 1000 }
    let source = EndlessSource()
    driver.writable = 0
    driver.stream(source)
    for _ in 0..<100 { driver.pump(nil) }
    let first = source.count
    #expect(first <= 1000 && driver.connection.outputCount < 1100)
    #expect(driver.connection.interest.writes)
    // Three quarters must be sent before it is asked again.
    driver.writable = driver.connection.outputCount - 251
    driver.pump(nil)
    #expect(source.count == first)
    driver.writable = 1
    driver.pump(nil)
    #expect(source.count == first + 750)
    #expect(driver.connection.outputCount < 1100)
  }

  @Test("A stream yields after a turn and resumes when the socket is ready again")
  func takesTurns() {
    let driver = asked { $0.flow.streamBytes = 1000 }
    driver.turn = 3000
    let source = EndlessSource()
    driver.stream(source)
    let first = source.count
    #expect(first >= 3000 && first < 4000)
    #expect(driver.connection.outputCount == 0 && driver.connection.interest.writes)
    // The socket may not become ready again, although nothing is left to write.
    #expect(driver.connection.deadline == MonotonicInstant(nanoseconds: 30_000_000_000))
    driver.pump(nil)
    #expect(source.count >= 2 * first - 1000)
  }

  @Test("A source may exceed the room with a piece that it can't split")
  func mayExceedRoom() {
    let driver = asked { $0.flow.streamBytes = 100 }
    let long = String(repeating: "x", count: 1000)
    let source = ScriptedSource([long])
    driver.stream(source)
    #expect(source.rooms == [100])
    #expect(driver.text.hasSuffix("3e8\r\n\(long)\r\n0\r\n\r\n"))
  }

  @Test("A stream of known length has that length, and the connection serves the next request")
  func sendsKnownLength() {
    let driver = asked()
    let source = ScriptedSource(["hello", " you"], atEnd: .waiting)
    driver.stream(source, length: 9)
    #expect(
      driver.text == "HTTP/1.1 200 OK\r\nDate: today\r\nContent-Length: 9\r\n\r\nhello you")
    #expect(source.outcomes == [.complete] && source.rooms == [9, 4])
    driver.receive(get("/2"))
    #expect(driver.delivered == ["/", "/2"])
  }

  @Test("A stream of length 0 ends without its source being asked")
  func sendsNothing() {
    let driver = asked()
    let source = ScriptedSource(atEnd: .waiting)
    driver.stream(source, length: 0)
    #expect(driver.text.hasSuffix("Content-Length: 0\r\n\r\n"))
    #expect(source.outcomes == [.complete] && source.rooms.isEmpty && source.starts == 1)
  }

  @Test("A stream that ends before its length closes the connection, and is reported")
  func closesWhenTooShort() {
    let reports = Box<[String]>([])
    let driver = asked(get("/") + get("/2")) {
      $0.reportMisuse = { line in reports.update { $0.append(line) } }
    }
    let source = ScriptedSource(["hello"])
    driver.stream(source, length: 9)
    #expect(driver.text.hasSuffix("\r\n\r\nhello"))
    #expect(driver.isClosed && driver.delivered == ["/"])
    #expect(source.outcomes == [.tooShort])
    #expect(
      reports.value == [
        "The source of a stream ended 4 bytes before the length that was announced for it."
      ])
  }

  @Test("A stream that continues after its length is cut off, and is reported")
  func cutsWhenTooLong() {
    let reports = Box<[String]>([])
    let driver = asked(get("/") + get("/2")) {
      $0.reportMisuse = { line in reports.update { $0.append(line) } }
    }
    let source = ScriptedSource(["hello", "you"], atEnd: .waiting)
    driver.stream(source, length: 3)
    #expect(driver.text.hasSuffix("\r\n\r\nhel"))
    #expect(driver.delivered == ["/", "/2"])
    #expect(source.outcomes == [.tooLong])
    #expect(
      reports.value == [
        "The source of a stream continued for 2 bytes after the length that was announced for it."
      ])
  }

  @Test("A stream to an HTTP/1.0 client continues until the connection closes")
  func closesHTTP10() {
    let driver = asked("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let source = ScriptedSource(["hello"])
    driver.stream(source)
    #expect(driver.text == "HTTP/1.1 200 OK\r\nDate: today\r\nConnection: close\r\n\r\nhello")
    #expect(driver.isClosed && source.outcomes == [.complete])
  }

  @Test("A stream to HEAD has the fields of GET, and the source ends at once")
  func omitsContentForHead() {
    let driver = asked("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    let source = ScriptedSource(["hello"])
    driver.stream(source)
    #expect(
      driver.text == "HTTP/1.1 200 OK\r\nDate: today\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(source.outcomes == [.notSent] && source.starts == 0 && source.rooms.isEmpty)
    #expect(!driver.isClosed)
    let known = ScriptedSource(["hello"])
    driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    driver.stream(known, length: 5)
    #expect(driver.text.hasSuffix("Content-Length: 5\r\n\r\n"))
    #expect(known.outcomes == [.notSent])
  }

  @Test("A stream with status 204 or 304 has no content", arguments: [204, 304])
  func omitsForbiddenContent(code: Int) {
    let driver = asked()
    let source = ScriptedSource(["hello"])
    driver.connection.respond(
      .response(HTTPResponse(status: HTTPStatus(code), body: .stream(source))), to: 1,
      now: driver.now)
    driver.pump(nil)
    #expect(driver.text.hasSuffix("\r\nDate: today\r\n\r\n"))
    #expect(source.outcomes == [.notSent] && !driver.isClosed)
  }

  @Test("A stream with status 205 has no content, and the length 0")
  func resetsContent() {
    let driver = asked()
    let source = ScriptedSource(["hello"])
    driver.connection.respond(
      .response(HTTPResponse(status: .resetContent, body: .stream(source))), to: 1,
      now: driver.now)
    driver.pump(nil)
    #expect(driver.text.hasSuffix("\r\nDate: today\r\nContent-Length: 0\r\n\r\n"))
    #expect(source.outcomes == [.notSent] && !driver.isClosed)
  }

  @Test("Requests after a stream wait for it")
  func ordersPipeline() {
    let driver = asked(get("/1") + get("/2"))
    let source = ScriptedSource(["a"], atEnd: .waiting)
    driver.stream(source)
    driver.receive(get("/3"))
    #expect(driver.delivered == ["/1"])
    driver.handler = { _ in HTTPResponse(body: .text("next")) }
    source.setEnd(.end)
    source.wake()
    driver.readMailbox()
    #expect(driver.delivered == ["/1", "/2", "/3"])
    #expect(driver.statuses == [200, 200, 200])
  }

  @Test("Input during a stream is left in the socket")
  func boundsHeldInput() {
    let driver = asked { $0.flow.bufferedInputBytes = 100 }
    driver.stream(ScriptedSource(atEnd: .waiting))
    #expect(driver.connection.inputRoom == 100)
    driver.receive(String(repeating: "x", count: 100))
    #expect(!driver.connection.interest.reads)
  }

  @Test("A stream continues when the client has closed its sending side")
  func servesHalfClosedClient() {
    let driver = asked()
    let source = ScriptedSource(["a"], atEnd: .waiting)
    driver.stream(source)
    driver.receiveEnd()
    #expect(!driver.isClosed && source.outcomes.isEmpty)
    source.add("b")
    source.setEnd(.end)
    source.wake()
    driver.readMailbox()
    #expect(driver.text.hasSuffix("b\r\n0\r\n\r\n"))
    #expect(driver.isClosed && source.outcomes == [.complete])
  }

  @Test("A stream is cancelled, once, when the connection ends")
  func cancels() {
    let driver = asked()
    let source = ScriptedSource(["a"], atEnd: .waiting)
    driver.stream(source)
    driver.end()
    driver.end()
    source.wake()
    driver.readMailbox()
    #expect(source.outcomes == [.cancelled] && source.rooms.count == 1)
  }

  @Test("A stream for a request that was already answered is not sent")
  func abandonsLateStream() {
    let driver = asked()
    driver.respond("first")
    let late = ScriptedSource(["late"])
    driver.stream(late)
    #expect(late.outcomes == [.notSent] && !driver.text.contains("late"))
  }

  @Test("A stream can't be sent twice")
  func refusesSecondUse() {
    let reports = Box<[String]>([])
    let driver = asked(get("/1") + get("/2")) {
      $0.reportMisuse = { line in reports.update { $0.append(line) } }
    }
    let source = ScriptedSource(["a"])
    let response = HTTPResponse(body: .stream(source))
    driver.connection.respond(.response(response), to: 1, now: driver.now)
    driver.pump(nil)
    driver.connection.respond(.response(response), to: 2, now: driver.now)
    driver.pump(nil)
    #expect(driver.statuses == [200, 500])
    #expect(source.outcomes == [.complete])
    #expect(reports.value == ["A stream was used for a second response."])
  }

  @Test("A source is notified of draining, may send a last message, and the connection closes")
  func drains() {
    let driver = asked()
    let source = ScriptedSource(["a"], atEnd: .waiting) { state in
      state.pieces = [Array("bye".utf8)]
      state.atEnd = .end
    }
    driver.stream(source)
    driver.connection.beginDraining(now: driver.now)
    driver.pump(nil)
    #expect(driver.text.hasSuffix("3\r\nbye\r\n0\r\n\r\n"))
    #expect(source.drains == 1 && source.outcomes == [.complete])
    #expect(driver.didShutDownWriting)
  }

  @Test("A source that begins during draining is notified at once")
  func beginsDraining() {
    let driver = asked()
    driver.connection.beginDraining(now: driver.now)
    let source = ScriptedSource(["a"])
    driver.stream(source)
    #expect(source.drains == 1 && driver.text.contains("Connection: close\r\n"))
  }

  @Test("A stream ends for a client below the minimum data rate, and for no other")
  func demandsPace() {
    let slow = asked { $0.flow.minimumWriteRate = 10 }
    let ended = Box<[HTTPStreamOutcome]>([])
    slow.writable = 0
    slow.stream(EndlessSource { outcome in ended.update { $0.append(outcome) } })
    for _ in 0..<29 {
      slow.writable = 9
      slow.advance(seconds: 1)
    }
    #expect(!slow.isClosed)
    slow.advance(seconds: 1)
    #expect(slow.isClosed)
    slow.end()
    #expect(ended.value == [.cancelled])

    let steady = asked { $0.flow.minimumWriteRate = 10 }
    steady.writable = 0
    steady.stream(EndlessSource())
    for _ in 0..<300 {
      steady.writable = 11
      steady.advance(seconds: 1)
    }
    #expect(!steady.isClosed)
  }

  @Test("A stream has no deadline while there is nothing to send")
  func waitsForSource() {
    let driver = asked()
    driver.stream(ScriptedSource(["a"], atEnd: .waiting))
    driver.advance(seconds: 1_000_000)
    #expect(!driver.isClosed && driver.connection.deadline == .never)
  }
}
