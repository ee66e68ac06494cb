import BackstackPlatform
import Testing

@testable import BackstackHTTP

@Suite("Large responses")
struct SharedOutputTests {
  private static func content(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
  }

  @Test("All waiting connections send a large response from its creator's memory")
  func shares() {
    let content = Self.content(1 << 20)
    let drivers = (0..<40).map { _ in
      let driver = ConnectionDriver()
      driver.handler = { _ in HTTPResponse(body: .bytes(content)) }
      driver.writable = 0
      driver.receive(get("/"))
      return driver
    }
    for driver in drivers {
      #expect(driver.connection.outputCount > content.count)
      #expect(driver.connection.output.copiedCount < 1024)
      driver.writable = 2000
      driver.pump(nil)
      #expect(driver.connection.output.copiedCount == 0)
      let sent = driver.written.split(separator: Array("\r\n\r\n".utf8), maxSplits: 1)[1].count
      let next = driver.connection.output.shared.withNext { $0.baseAddress }
      #expect(next == content.withUnsafeBufferPointer { $0.baseAddress.map { $0 + sent } })
    }
  }

  @Test(
    "Parts are sent in order, however little the client takes, and before the next response",
    arguments: [1, 7, 4096, 40_000, .max], [1, 40_000, 300_000])
  func parts(_ writable: Int, size: Int) {
    let parts = [Self.content(10), Self.content(size), Self.content(3), Self.content(size)]
    let driver = ConnectionDriver()
    driver.handler = { request in
      HTTPResponse(body: request.target == "/1" ? .parts(parts) : .text("second"))
    }
    driver.writable = 0
    driver.receive(get("/1") + get("/2", "Connection: close\r\n"))
    #expect(driver.delivered == (size > 32 * 1024 ? ["/1"] : ["/1", "/2"]))
    while driver.connection.outputCount > 0 {
      // Most of it at once, to keep the test fast.
      driver.writable =
        writable == 1 && driver.written.count % 1000 < 990 ? 990 : writable
      driver.pump(nil)
    }
    let content = parts.flatMap(\.self)
    let text = driver.written
    let start = text.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0
    #expect(text[start...].starts(with: content))
    #expect(text.dropFirst(start + content.count).starts(with: Array("HTTP/1.1 200 OK".utf8)))
    #expect(driver.delivered == ["/1", "/2"])
    #expect(driver.text.hasSuffix("second"))
    #expect(driver.isClosed)
  }

  @Test("Large content is not sent to HEAD")
  func head() {
    let driver = ConnectionDriver()
    let content = Self.content(1 << 20)
    driver.handler = { _ in HTTPResponse(body: .bytes(content)) }
    driver.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(driver.text.contains("Content-Length: 1048576\r\n"))
    #expect(driver.text.hasSuffix("\r\n\r\n"))
  }

  @Test("A large response that the client never takes ends with the connection")
  func stalled() {
    let driver = ConnectionDriver { $0.timeouts.write = .seconds(10) }
    let content = Self.content(1 << 20)
    driver.handler = { _ in HTTPResponse(body: .bytes(content)) }
    driver.writable = 100_000
    driver.receive(get("/"))
    #expect(driver.connection.interest == .init(reads: false, writes: true))
    driver.advance(seconds: 10)
    driver.advance(seconds: 10)
    #expect(driver.isClosed)
  }

  @Test("A connection gives its buffer away once everything is sent, and then has none")
  func buffer() {
    var output = HTTPConnectionOutput(now: MonotonicInstant(nanoseconds: 0))
    #expect(output.needsBuffer && output.releaseBuffer() == nil)
    output.append(Self.content(1000)[...])
    #expect(!output.needsBuffer && output.releaseBuffer() == nil)
    output.remove(1000, keepingCapacity: 4096)
    #expect((output.releaseBuffer()?.capacity ?? 0) >= 1000)
    #expect(output.needsBuffer && output.releaseBuffer() == nil)
  }
}
