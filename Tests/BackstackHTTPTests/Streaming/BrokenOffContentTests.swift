import Testing

@testable import BackstackHTTP

@Suite("Content that the client breaks off")
struct BrokenOffContentTests {
  @Test("The response has `Connection: close`, as no request can follow")
  func saysClose() {
    let driver = ConnectionDriver()
    driver.policy = { _ in .streamed(upTo: 100) }
    driver.handler = nil
    driver.receive("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhello")
    let sink = ScriptedSink()
    driver.attach(sink)
    driver.receiveEnd()
    #expect(sink.outcomes == [.incomplete])
    driver.respond("half")
    #expect(driver.text.contains("\r\nConnection: close\r\n"))
    #expect(driver.isClosed)
  }
}
