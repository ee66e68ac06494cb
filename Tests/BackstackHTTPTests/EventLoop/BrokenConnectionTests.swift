import Glibc
import Synchronization
import Testing

@testable import BackstackHTTP

@Suite("Connections that a response can't be sent to")
struct BrokenConnectionTests {
  /// Creates a loop that runs on this thread, and both ends of a connection on which a request has
  /// arrived.
  private static func arrange(
    _ response: HTTPResponse
  ) throws -> (loop: EventLoop, context: EventLoopContext, server: Int32, client: Int32) {
    let context = EventLoopContext(
      configuration: HTTPServerConfiguration(), handler: HTTPClosureHandler { _ in response })
    let loop = try EventLoop(context: context, seed: 1)
    loop.bindToThread()
    _ = context.admit(.unknown)
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    let request = Array(get("/").utf8)
    try #require(send(ends[1], request, request.count, 0) == request.count)
    return (loop, context, ends[0], ends[1])
  }

  @Test("A connection whose client has gone is closed when sending fails")
  func gone() throws {
    let (loop, context, server, client) = try Self.arrange(HTTPResponse(body: .text("hello")))
    close(client)
    loop.add(descriptor: server, peer: .unknown, isRefused: false)
    #expect(loop.connectionCount == 0)
    #expect(context.connectionCount.load(ordering: .relaxed) == 0)
  }

  @Test("A connection whose client takes no more for now stays open")
  func full() throws {
    let large = HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 8 << 20)))
    let (loop, context, server, client) = try Self.arrange(large)
    defer { close(client) }
    loop.add(descriptor: server, peer: .unknown, isRefused: false)
    #expect(loop.connectionCount == 1)
    #expect(context.connectionCount.load(ordering: .relaxed) == 1)
  }
}
