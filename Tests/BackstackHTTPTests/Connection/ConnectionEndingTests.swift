import Testing

@testable import BackstackHTTP

@Suite("The end of a connection")
struct ConnectionEndingTests {
  @Test("Bytes after an error are not parsed")
  func neverReadsOnAfterError() {
    let driver = ConnectionDriver()
    driver.receive("GET / HTTP/1.1\r\nHost : a\r\n\r\n" + get("/smuggled"))
    driver.receive(get("/later"))
    #expect(driver.delivered.isEmpty)
    #expect(driver.statuses == [400])
    #expect(driver.text.contains("Connection: close\r\n"))
  }

  /// A connection that has responded with an error and discarded as many bytes as it may.
  private func lingering() -> ConnectionDriver {
    let driver = ConnectionDriver { $0.flow.lingerBytes = 1000 }
    driver.receive("nonsense\r\n")
    driver.receive([UInt8](repeating: 0, count: 1000))
    return driver
  }

  @Test("After an error the connection half-closes and waits a limited time for the client's close")
  func lingersAfterError() {
    let ended = lingering()
    #expect(ended.didShutDownWriting && !ended.isClosed)
    #expect(ended.connection.interest == .init(reads: true, writes: false))
    ended.receiveEnd()
    #expect(ended.isClosed)

    let late = lingering()
    late.advance(seconds: 1.9)
    #expect(!late.isClosed)
    late.advance(seconds: 0.1)
    #expect(late.isClosed)

    let flooding = lingering()
    flooding.receive([0])
    #expect(flooding.isClosed)
  }

  @Test("Earlier requests are answered before the error of a later one")
  func ordersErrors() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    driver.receive(get("/1") + "bad\r\n")
    #expect(driver.text.isEmpty)
    driver.respond("one")
    #expect(driver.statuses == [200, 400])
  }

  @Test("Content that is too long is refused before it arrives")
  func refusesLongContentEarly() {
    let driver = ConnectionDriver()
    driver.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n")
    #expect(driver.statuses == [413])
    #expect(driver.didShutDownWriting)
  }

  @Test("Fields that take too long in total get status 408, even if they keep arriving")
  func timesOutHeader() {
    let driver = ConnectionDriver()
    driver.receive(get("/"))
    driver.advance(seconds: 50)
    driver.receive("GET / HT")
    for _ in 0..<9 {
      driver.advance(seconds: 1)
      driver.receive("T")
    }
    #expect(driver.statuses == [200])
    driver.advance(seconds: 1)
    #expect(driver.statuses == [200, 408])
    #expect(driver.didShutDownWriting)
  }

  @Test("A new client that sends nothing until the header timeout is closed without a response")
  func timesOutFirstByte() {
    let driver = ConnectionDriver()
    driver.advance(seconds: 9.9)
    #expect(!driver.isClosed)
    driver.advance(seconds: 0.1)
    #expect(driver.isClosed)
    #expect(driver.text.isEmpty)
  }

  @Test("Content that takes too long in total gets status 408")
  func timesOutBody() {
    let driver = ConnectionDriver()
    driver.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
    for _ in 0..<29 {
      driver.advance(seconds: 1)
      driver.receive("x")
    }
    #expect(driver.text.isEmpty)
    driver.advance(seconds: 1)
    #expect(driver.statuses == [408])
  }

  @Test("An idle connection is closed after the idle timeout, without a response")
  func timesOutIdle() {
    let driver = ConnectionDriver()
    driver.receive(get("/"))
    #expect(driver.connection.deadline == MonotonicInstant(nanoseconds: 60_000_000_000))
    driver.advance(seconds: 59)
    driver.receive(get("/"))
    driver.advance(seconds: 59)
    #expect(!driver.isClosed)
    driver.advance(seconds: 1)
    #expect(driver.isClosed)
    #expect(driver.statuses == [200, 200])
  }

  @Test("Without a limit, a request that is being answered never times out")
  func waitsForHandler() {
    let driver = ConnectionDriver { $0.timeouts.response = nil }
    driver.handler = { _ in nil }
    driver.receive(get("/"))
    #expect(driver.connection.deadline == .never)
    driver.advance(seconds: 10_000)
    driver.respond("late")
    #expect(driver.statuses == [200])
  }

  @Test("The connection of a client that takes no output for a whole span is closed")
  func timesOutWrites() {
    let driver = ConnectionDriver { $0.flow.minimumWriteRate = 0 }
    driver.writable = 10
    driver.receive(get("/"))
    driver.advance(seconds: 30)
    #expect(!driver.isClosed)
    driver.advance(seconds: 29)
    #expect(!driver.isClosed)
    driver.advance(seconds: 1)
    #expect(driver.isClosed)
  }

  @Test("A client that keeps sending requests and takes no response is closed in time")
  func timesOutPipelinedWrites() {
    let driver = ConnectionDriver { $0.flow.minimumWriteRate = 0 }
    driver.writable = 0
    for number in 0..<30 {
      driver.receive(get("/\(number)"))
      #expect(!driver.isClosed)
      driver.advance(seconds: 1)
    }
    #expect(driver.isClosed)
  }

  @Test(
    "A connection half-closes after its last response if more input has come, so it is not lost",
    arguments: [false, true])
  func lingersAfterLastRequest(isLate: Bool) {
    let closing = ConnectionDriver()
    if isLate { closing.handler = { _ in nil } }
    closing.receive(get("/1", "Connection: close\r\n") + get("/2"))
    if isLate { closing.respond("one") }
    #expect(closing.delivered == ["/1"] && closing.statuses == [200])
    #expect(closing.didShutDownWriting && !closing.isClosed)
    closing.receive(get("/3"))
    #expect(!closing.isClosed)
    closing.receiveEnd()
    #expect(closing.isClosed)

    // A client that learns of the close only now may have sent more.
    let last = ConnectionDriver { $0.flow.requestsPerConnection = 2 }
    if isLate { last.handler = { _ in nil } }
    last.receive(get("/1"))
    if isLate { last.respond("one") }
    last.receive(get("/2"))
    if isLate { last.respond("two") }
    #expect(last.delivered == ["/1", "/2"])
    #expect(last.text.contains("Connection: close\r\n"))
    #expect(last.didShutDownWriting && !last.isClosed)
    last.advance(seconds: 2)
    #expect(last.isClosed)
  }

  @Test("Draining closes a quiet connection at once")
  func drainsIdle() {
    let driver = ConnectionDriver()
    driver.receive(get("/"))
    driver.advance(seconds: 0.1)
    driver.connection.beginDraining(now: driver.now)
    #expect(driver.isClosed)
  }

  @Test("Draining leaves a busy client some time for a last request")
  func drainsRecentlyUsed() {
    let quiet = ConnectionDriver()
    quiet.receive(get("/"))
    quiet.connection.beginDraining(now: quiet.now)
    #expect(!quiet.isClosed)
    quiet.advance(seconds: 0.1)
    #expect(quiet.isClosed && quiet.statuses == [200])

    let busy = ConnectionDriver()
    busy.receive(get("/"))
    busy.connection.beginDraining(now: busy.now)
    busy.advance(seconds: 0.09)
    busy.receive(get("/last"))
    #expect(busy.statuses == [200, 200])
    #expect(busy.text.contains("Connection: close\r\n"))
  }

  @Test("Draining closes a connection after the request that is being read or answered")
  func drainsBusy() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    driver.receive("GET / HTTP/1.1\r\n")
    driver.connection.beginDraining(now: driver.now)
    #expect(!driver.isClosed)
    driver.receive("Host: a\r\n\r\n")
    driver.respond("last")
    #expect(driver.text.contains("Connection: close\r\n"))
    #expect(driver.text.hasSuffix("last"))
    #expect(driver.didShutDownWriting)
    driver.receiveEnd()
    #expect(driver.isClosed)
  }
}
