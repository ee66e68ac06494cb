import Testing

@testable import BackstackHTTP

@Suite("The flow of a connection")
struct ConnectionFlowTests {
  @Test("A connection takes 752 bytes: most are idle, and a server has thousands")
  func size() {
    #expect(MemoryLayout<HTTPConnection>.size <= 752)
  }

  @Test("Pipelined requests are answered in order, in one write")
  func answersPipelineInOrder() {
    let driver = ConnectionDriver()
    driver.receive(
      get("/1") + "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + get("/3"))
    #expect(driver.delivered == ["/1", "/2", "/3"])
    #expect(driver.statuses == [200, 200, 200])
    #expect(driver.text.contains("POST /2 3HTTP"))
  }

  @Test("The next request is delivered only when the one before is answered")
  func deliversOneAtATime() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    driver.receive(get("/1") + get("/2"))
    driver.receive(get("/3"))
    #expect(driver.delivered == ["/1"])
    driver.respond("one")
    #expect(driver.delivered == ["/1", "/2"])
    driver.respond("two")
    driver.respond("three")
    #expect(driver.delivered == ["/1", "/2", "/3"])
    #expect(driver.text.hasSuffix("three"))
    #expect(driver.connection.bufferedCount == 0)
  }

  @Test("The responses are the same wherever pipelined input is split")
  func isIndifferentToSplits() {
    let input = Array(
      (get("/1") + "POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n0\r\n\r\n" + get("/3", "Connection: close\r\n") + get("/4")).utf8)
    let whole = ConnectionDriver()
    whole.receive(input)
    #expect(whole.statuses == [200, 200, 200])
    for split in 0...input.count {
      let driver = ConnectionDriver()
      driver.receive(Array(input[..<split]))
      driver.receive(Array(input[split...]))
      #expect(driver.text == whole.text)
      #expect(driver.delivered == ["/1", "/2", "/3"])
    }
  }

  @Test("Reading pauses while too much input waits for a response")
  func boundsHeldInput() {
    let driver = ConnectionDriver { $0.flow.bufferedInputBytes = 100 }
    driver.handler = { _ in nil }
    driver.receive(get("/1"))
    #expect(driver.connection.interest.reads)
    driver.receive([UInt8](repeating: 0x47, count: 100))
    #expect(!driver.connection.interest.reads)
  }

  @Test("Reading and serving stop above the output limit until the output is sent")
  func appliesBackPressure() {
    let driver = ConnectionDriver { $0.flow.outputBytes = 1000 }
    driver.handler = { _ in HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 600))) }
    driver.writable = 0
    driver.receive(get("/1") + get("/2") + get("/3") + get("/4"))
    #expect(driver.delivered == ["/1", "/2"])
    #expect(driver.connection.interest == .init(reads: false, writes: true))
    driver.writable = 500
    driver.pump(nil)
    #expect(driver.delivered == ["/1", "/2", "/3"])
    driver.writable = .max
    driver.pump(nil)
    #expect(driver.delivered == ["/1", "/2", "/3", "/4"])
    #expect(driver.connection.interest == .init(reads: true, writes: false))
    #expect(driver.statuses == [200, 200, 200, 200])
  }

  @Test("A request that arrives while too much output is pending is served after those before it")
  func ordersInputAboveTheOutputLimit() {
    let driver = ConnectionDriver { $0.flow.outputBytes = 1000 }
    driver.handler = { _ in HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 600))) }
    driver.writable = 0
    driver.receive(get("/1") + get("/2") + get("/3"))
    driver.receive(get("/4"))
    #expect(driver.delivered == ["/1", "/2"])
    driver.writable = .max
    driver.pump(nil)
    #expect(driver.delivered == ["/1", "/2", "/3", "/4"])
    #expect(driver.statuses == [200, 200, 200, 200])
  }

  @Test("Buffers stay small for a client that never takes all of its output")
  func trimsBuffers() {
    let driver = ConnectionDriver { $0.flow.outputBytes = 1000 }
    driver.handler = { _ in HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 600))) }
    driver.writable = 500
    for number in 0..<1000 where driver.connection.interest.reads || number == 0 {
      driver.receive(get("/\(number)"))
      driver.writable = driver.connection.outputCount - 1
      driver.pump(nil)
      #expect(driver.connection.outputCount > 0)
      #expect(driver.connection.output.bufferSize < 4000)
    }
    #expect(driver.delivered.count == 1000)
  }

  @Test("The buffered input stays small while responses come late")
  func trimsHeldInput() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    driver.receive(get("/") + get("/"))
    for _ in 0..<1000 {
      driver.receive(get("/"))
      driver.respond("")
    }
    #expect(driver.delivered.count == 1001)
    #expect(driver.connection.input.bufferSize < 500)
  }

  @Test("After a response to `Connection: close` the connection closes and reads nothing more")
  func closesOnRequest() {
    let driver = ConnectionDriver()
    driver.receive(get("/1", "Connection: close\r\n"))
    #expect(driver.text.contains("Connection: close\r\n"))
    #expect(driver.isClosed)
    driver.receive(get("/2"))
    #expect(driver.delivered == ["/1"])
  }

  @Test("A client that has closed its sending side is answered, then the connection closes")
  func answersHalfClosedClient() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    driver.receive(get("/1") + get("/2"))
    driver.receiveEnd()
    #expect(!driver.isClosed && !driver.connection.interest.reads)
    driver.respond("one")
    #expect(driver.delivered == ["/1", "/2"])
    driver.respond("two")
    #expect(driver.text.hasSuffix("two"))
    #expect(driver.text.contains("Connection: close\r\n"))
    #expect(driver.isClosed && !driver.didShutDownWriting)
  }

  @Test(
    "Input that ends before or within a request closes the connection without a response",
    arguments: ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel"])
  func closesOnEarlyEnd(input: String) {
    let driver = ConnectionDriver()
    driver.receive(input)
    driver.receiveEnd()
    #expect(driver.isClosed)
    #expect(driver.text.isEmpty)
  }

  @Test("100 Continue is sent to a client that expects it, when the content will be read")
  func sendsContinue() {
    let driver = ConnectionDriver()
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\n"
    driver.receive(head + "Content-Length: 2\r\n\r\n")
    #expect(driver.text == "HTTP/1.1 100 Continue\r\n\r\n")
    driver.receive("hi")
    #expect(driver.statuses == [100, 200])
    driver.receive(head + "Transfer-Encoding: chunked\r\n\r\n")
    driver.receive("0\r\n\r\n")
    #expect(driver.statuses == [100, 200, 100, 200])
  }

  @Test(
    "No interim response is sent when it is not needed",
    arguments: [
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi", 200),
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n", 200),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9999999\r\n\r\n", 413
      ),
      ("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi", 200),
      ("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n", 417),
    ])
  func skipsContinue(input: String, status: Int) {
    let driver = ConnectionDriver()
    driver.receive(input)
    #expect(driver.statuses == [status])
  }

  @Test("The interim response is sent after the responses before it")
  func ordersContinue() {
    let driver = ConnectionDriver()
    driver.handler = { _ in nil }
    let head = "POST /2 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    driver.receive(get("/1") + head)
    #expect(driver.text.isEmpty)
    driver.respond("one")
    #expect(driver.statuses == [200, 100])
  }
}
