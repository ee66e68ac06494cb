import Testing

@testable import BackstackHTTP

@Suite("Cancellation of a client's work")
struct ConnectionCancellationTests {
  /// A connection with a watched request that is being answered, and its number of cancellations.
  private func watched(
    _ change: (inout HTTPConnectionSettings) -> Void = { _ in }
  ) -> (ConnectionDriver, HTTPCancellation, Box<Int>) {
    let driver = ConnectionDriver(change)
    driver.handler = nil
    driver.receive(get("/"))
    let cancellation = HTTPCancellation()
    let calls = Box(0)
    cancellation.add { calls.update { $0 += 1 } }
    driver.connection.watch(cancellation, 1)
    return (driver, cancellation, calls)
  }

  @Test("Work is cancelled, once, when the connection ends before the response")
  func cancels() {
    let (driver, cancellation, calls) = watched()
    driver.end()
    driver.end()
    #expect(calls.value == 1 && cancellation.isCancelled)
    cancellation.add { calls.update { $0 += 10 } }
    #expect(calls.value == 11)
  }

  @Test("Work is not cancelled when the client closes its sending side")
  func servesHalfClosedClient() {
    let (driver, _, calls) = watched()
    driver.receiveEnd()
    #expect(calls.value == 0)
    driver.respond("answer")
    driver.end()
    #expect(calls.value == 0 && driver.text.hasSuffix("answer"))
  }

  @Test("Work is not cancelled after the response, and its closures are released")
  func forgets() {
    final class Held: Sendable {}
    let (driver, cancellation, calls) = watched()
    weak var weakly: Held?
    do {
      let buffered = Held()
      weakly = buffered
      cancellation.add { _ = buffered }
    }
    #expect(weakly != nil)
    driver.respond("answer")
    #expect(weakly == nil)
    do {
      let buffered = Held()
      weakly = buffered
      cancellation.add { _ = buffered }
    }
    #expect(weakly == nil)
    driver.end()
    #expect(calls.value == 0 && !cancellation.isCancelled)
  }

  @Test("Work watched after the response is not cancelled; after the end it is, at once")
  func watchesLate() {
    let (driver, _, _) = watched()
    driver.respond("answer")
    let late = HTTPCancellation()
    driver.connection.watch(late, 1)
    driver.end()
    #expect(!late.isCancelled)
    let later = HTTPCancellation()
    driver.connection.watch(later, 1)
    #expect(later.isCancelled)
  }

  @Test("Work that takes too long is cancelled, and the response is 503")
  func limitsAnswer() {
    let (driver, cancellation, calls) = watched()
    driver.advance(seconds: 59)
    #expect(calls.value == 0)
    driver.advance(seconds: 1)
    #expect(calls.value == 1 && cancellation.isCancelled)
    #expect(driver.statuses == [503] && driver.text.contains("Retry-After: 1\r\n"))
    driver.respond("late")
    driver.handler = { _ in HTTPResponse(body: .text("next")) }
    driver.receive(get("/2"))
    #expect(driver.statuses == [503, 200])
  }

  @Test("Work is cancelled, once, when the content of its request does not arrive")
  func missingContent() {
    let driver = ConnectionDriver()
    driver.handler = nil
    driver.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
    let cancellation = HTTPCancellation()
    let calls = Box(0)
    cancellation.add { calls.update { $0 += 1 } }
    driver.connection.watch(cancellation, 1)
    driver.advance(seconds: 600)
    #expect(driver.statuses == [408])
    #expect(calls.value == 1 && cancellation.isCancelled)
    driver.end()
    #expect(calls.value == 1)
  }

  @Test("Work may have its own time limit, or none")
  func limitsAnswerAnew() {
    let (longer, _, _) = watched()
    longer.advance(seconds: 30)
    longer.connection.limitResponseTime(to: 100_000_000_000, 1, now: longer.now)
    longer.advance(seconds: 99)
    #expect(longer.statuses.isEmpty)
    longer.advance(seconds: 1)
    #expect(longer.statuses == [503])

    let (unlimited, _, _) = watched()
    unlimited.connection.limitResponseTime(to: .max, 1, now: unlimited.now)
    unlimited.advance(seconds: 1_000_000)
    #expect(unlimited.statuses.isEmpty)

    let (other, _, _) = watched()
    other.respond("first")
    other.receive(get("/2"))
    other.connection.limitResponseTime(to: .max, 1, now: other.now)
    other.advance(seconds: 60)
    #expect(other.statuses == [200, 503])
  }

  @Test("Work has its full time although the client takes an earlier response slowly")
  func separatesDeadlines() {
    let (driver, _, _) = watched { $0.flow.minimumWriteRate = 0 }
    driver.writable = 1
    driver.respond("first")
    driver.receive(get("/2"))
    for _ in 0..<59 {
      driver.writable = 1
      driver.advance(seconds: 1)
    }
    #expect(!driver.isClosed && driver.delivered == ["/", "/2"])
    driver.writable = .max
    driver.advance(seconds: 1)
    #expect(driver.statuses == [200, 503])
  }

  @Test("The last request of a connection is served, then the connection closes")
  func limitsRequests() {
    let driver = ConnectionDriver { $0.flow.requestsPerConnection = 3 }
    driver.receive(get("/1") + get("/2"))
    #expect(!driver.text.contains("Connection: close"))
    driver.receive(get("/3") + get("/4"))
    #expect(driver.statuses == [200, 200, 200])
    #expect(driver.delivered == ["/1", "/2", "/3"])
    #expect(driver.text.contains("Connection: close\r\n") && driver.didShutDownWriting)
  }
}
