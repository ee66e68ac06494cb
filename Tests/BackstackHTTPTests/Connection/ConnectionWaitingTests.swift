import Testing

@testable import BackstackHTTP

@Suite("Responses that may wait for a long time")
struct ConnectionWaitingTests {
  /// A connection with a request whose response waits.
  private func waiting(
    _ more: String = "", _ change: (inout HTTPConnectionSettings) -> Void = { _ in }
  ) -> ConnectionDriver {
    let driver = ConnectionDriver(change)
    driver.handler = nil
    driver.receive(get("/") + more)
    driver.connection.beginWaiting(1)
    driver.pump(nil)
    return driver
  }

  @Test("A waiting response is given up when the client closes its sending side")
  func givesUp() {
    let driver = waiting()
    #expect(!driver.isClosed)
    driver.receiveEnd()
    #expect(driver.isClosed && driver.connection.lostOutcome?.status == 499)
  }

  @Test("A response is given up if the client closed its sending side before the wait")
  func givesUpLate() {
    let driver = ConnectionDriver()
    driver.handler = nil
    driver.receive(get("/"))
    driver.receiveEnd()
    #expect(!driver.isClosed)
    driver.connection.beginWaiting(1)
    #expect(driver.isClosed)
  }

  @Test("A waiting response is given up even if further requests were sent, read or not")
  func givesUpPipelined() {
    let driver = waiting(get("/2")) { $0.flow.bufferedInputBytes = 200 }
    #expect(driver.connection.interest.reads && !driver.connection.interest.hangUps)
    driver.receive(String(repeating: "x", count: 200))
    #expect(!driver.connection.interest.reads && driver.connection.interest.hangUps)
    driver.connection.receiveHangUp()
    #expect(driver.isClosed && driver.delivered == ["/"])
    #expect(!driver.connection.interest.hangUps)
  }

  @Test("A waiting response is given up only after earlier responses were sent")
  func sendsEarlierAnswers() {
    let driver = ConnectionDriver()
    driver.writable = 0
    driver.receive(get("/1"))
    driver.handler = nil
    driver.receive(get("/2"))
    driver.connection.beginWaiting(2)
    driver.receiveEnd()
    #expect(!driver.isClosed)
    driver.writable = .max
    driver.pump(nil)
    #expect(driver.isClosed && driver.statuses == [200])
  }

  @Test(
    "Waiting ends with the response: a later one reaches a half-closed client")
  func answersOthers() {
    let driver = waiting()
    driver.respond("one")
    driver.receive(get("/2"))
    driver.receiveEnd()
    #expect(!driver.isClosed)
    driver.respond("two")
    #expect(driver.isClosed && driver.text.hasSuffix("two"))
  }

  @Test("A call of beginWaiting for an answered request has no effect")
  func ignoresLateWaiting() {
    let driver = ConnectionDriver()
    driver.receive(get("/1"))
    driver.handler = nil
    driver.receive(get("/2"))
    driver.connection.beginWaiting(1)
    driver.receiveEnd()
    #expect(!driver.isClosed)
  }

  @Test("A waiting stream ends once its source waits and all content was sent")
  func endsStream() {
    let driver = waiting()
    let source = ScriptedSource(["a"], atEnd: .waiting)
    driver.writable = 0
    driver.stream(source)
    driver.receiveEnd()
    #expect(!driver.isClosed)
    driver.writable = .max
    driver.pump(nil)
    #expect(driver.isClosed && driver.text.contains("\r\n1\r\na\r\n"))
    #expect(driver.connection.lostOutcome?.status == 200)
    driver.end()
    #expect(source.outcomes == [.cancelled])
  }

  @Test("A waiting stream is not given up while its source has more")
  func sendsRestOfStream() {
    let driver = waiting()
    let source = ScriptedSource(["a", "b"])
    driver.stream(source)
    driver.receiveEnd()
    #expect(source.outcomes == [.complete] && driver.text.hasSuffix("b\r\n0\r\n\r\n"))
  }
}
