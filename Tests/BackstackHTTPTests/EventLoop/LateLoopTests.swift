import BackstackPlatform
import BackstackTestSupport
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("An event loop that is late, as after SIGSTOP and SIGCONT")
struct LateLoopTests {
  /// A loop that runs on this thread, with a connection to it.
  private struct Arrangement {
    let loop: EventLoop
    let client: Int32
    let clock: Box<MonotonicInstant>

    /// - Parameter begun: What the loop reads of the connection in time.
    init(_ handler: any HTTPHandler, after begun: String = "") throws {
      let clock = Box(MonotonicInstant(nanoseconds: 0))
      self.clock = clock
      var configuration = HTTPServerConfiguration()
      configuration.clock = { clock.value }
      let context = EventLoopContext(configuration: configuration, handler: handler)
      loop = try EventLoop(context: context, seed: 1)
      loop.bindToThread()
      _ = context.admit(.unknown)
      var ends: [Int32] = [-1, -1]
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
      client = ends[1]
      try send(begun)
      loop.add(descriptor: ends[0], peer: .unknown, isRefused: false)
    }

    /// Sends the whole text.
    func send(_ text: String) throws {
      if text.isEmpty { return }
      let bytes = Array(text.utf8)
      try #require(Glibc.send(client, bytes, bytes.count, 0) == bytes.count)
    }

    /// Lets an hour pass, after which the loop's wait is interrupted without an event.
    func continueLate() {
      clock.set(clock.value.advanced(by: .seconds(3600)))
      loop.tick(UnsafeBufferPointer(start: nil, count: 0))
    }

    /// Returns what the loop has sent.
    func receive() -> String {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = recv(client, &buffer, buffer.count, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }

  private static let hello = HTTPClosureHandler { _ in HTTPResponse(body: .text("hello")) }

  @Test("A request that has arrived meanwhile is answered", arguments: ["", "GET / HT"])
  func request(begun: String) throws {
    let arrangement = try Arrangement(Self.hello, after: begun)
    defer { close(arrangement.client) }
    try arrangement.send(String(get("/").dropFirst(begun.count)))
    arrangement.continueLate()
    let response = arrangement.receive()
    #expect(response.hasPrefix("HTTP/1.1 200 OK"), "\(response)")
    #expect(arrangement.loop.connectionCount == 1)
  }

  @Test("Content that has arrived meanwhile is read, however much it is")
  func content() throws {
    let length = 3 * EventLoop.readSize
    let arrangement = try Arrangement(
      RespondingHandler { request, responder in
        responder.respond(HTTPResponse(body: .text("\(request.body.count) bytes")))
      }, after: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
    defer { close(arrangement.client) }
    var room = Int32(4 * length)
    setsockopt(
      arrangement.client, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    try arrangement.send(String(repeating: "x", count: length))
    arrangement.continueLate()
    let response = arrangement.receive()
    #expect(response.hasSuffix("\(length) bytes"), "\(response)")
  }

  @Test("A response that its handler has given in time is sent")
  func response() throws {
    let kept = Box<HTTPResponder?>(nil)
    let arrangement = try Arrangement(
      RespondingHandler { _, responder in kept.set(responder) }, after: get("/"))
    defer { close(arrangement.client) }
    let responder = try #require(kept.value)
    kept.set(nil)
    onSmallThread(kilobytes: 512) { responder.respond(HTTPResponse(body: .text("done"))) }
    arrangement.continueLate()
    let response = arrangement.receive()
    #expect(response.hasSuffix("done"), "\(response)")
  }

  @Test("A client from which nothing has arrived is timed out")
  func silence() throws {
    let arrangement = try Arrangement(Self.hello)
    defer { close(arrangement.client) }
    arrangement.continueLate()
    #expect(arrangement.loop.connectionCount == 0)
    let slow = try Arrangement(Self.hello, after: "GET / HT")
    defer { close(slow.client) }
    slow.continueLate()
    #expect(slow.receive().hasPrefix("HTTP/1.1 408"))
  }
}
