import Glibc
import Synchronization
import Testing

@testable import BackstackHTTP

@Suite("Unfinished exchanges")
struct UnfinishedExchangesTests {
  // MARK: The sum

  @Test("What connections have on their own is added up")
  func own() {
    var exchanges = UnfinishedExchanges()
    var (first, second) = (UnfinishedExchanges.Entry(), UnfinishedExchanges.Entry())
    #expect(exchanges.update(&first, of: 1, to: UnfinishedBytes(own: 10)) == 10)
    #expect(exchanges.update(&second, of: 2, to: UnfinishedBytes(own: 5)) == 5)
    #expect(exchanges.update(&first, of: 1, to: UnfinishedBytes(own: 4)) == -6)
    #expect(exchanges.count == 2 && !first.isEmpty && exchanges.byteCount == 9)
    #expect(exchanges.update(&first, of: 1, to: UnfinishedBytes()) == -4)
    #expect(exchanges.count == 1 && first.isEmpty)
    #expect(exchanges.update(&second, of: 2, to: UnfinishedBytes()) == -5)
    #expect(exchanges.count == 0)
  }

  @Test("Content that connections share counts once")
  func shared() {
    var exchanges = UnfinishedExchanges()
    var (first, second) = (UnfinishedExchanges.Entry(), UnfinishedExchanges.Entry())
    let one = UnfinishedBytes(own: 1, sharedAddress: 64, sharedSize: 1000)
    let other = UnfinishedBytes(own: 1, sharedAddress: 128, sharedSize: 2000)
    #expect(exchanges.update(&first, of: 1, to: one) == 1001)
    #expect(exchanges.update(&second, of: 2, to: one) == 1)
    #expect(exchanges.update(&first, of: 1, to: other) == 2000)
    #expect(exchanges.update(&second, of: 2, to: UnfinishedBytes()) == -1001)
    #expect(exchanges.update(&first, of: 1, to: UnfinishedBytes()) == -2001)
  }

  // MARK: The oldest

  @Test("Large exchanges come first, and the oldest of them; then the oldest small one")
  func order() {
    var exchanges = UnfinishedExchanges()
    var entries = [UnfinishedExchanges.Entry](repeating: .init(), count: 5)
    for (token, bytes) in [10, 100_000, 20, 200_000, 300_000].enumerated() {
      _ = exchanges.update(&entries[token], of: UInt64(token), to: UnfinishedBytes(own: bytes))
    }
    // It has grown, as the last one.
    _ = exchanges.update(&entries[0], of: 0, to: UnfinishedBytes(own: 70_000))
    // It has finished.
    _ = exchanges.update(&entries[3], of: 3, to: UnfinishedBytes())
    var taken: [UInt64] = []
    while let token = exchanges.takeOldest({ entries[Int($0)] }) {
      taken.append(token)
      _ = exchanges.update(&entries[Int(token)], of: token, to: UnfinishedBytes())
    }
    #expect(taken == [1, 4, 0, 2])
  }

  @Test("Finished exchanges are forgotten, however many there were")
  func forgotten() {
    var exchanges = UnfinishedExchanges()
    var (old, busy) = (UnfinishedExchanges.Entry(), UnfinishedExchanges.Entry())
    _ = exchanges.update(&old, of: 1, to: UnfinishedBytes(own: 1))
    for _ in 0..<10_000 {
      _ = exchanges.update(&busy, of: 2, to: UnfinishedBytes(own: 1))
      _ = exchanges.update(&busy, of: 2, to: UnfinishedBytes())
      exchanges.forgetFinished { $0 == 1 ? old : busy }
    }
    #expect(exchanges.waitingCount < 100)
    #expect(exchanges.takeOldest { $0 == 1 ? old : busy } == 1)
    #expect(exchanges.takeOldest { $0 == 1 ? old : busy } == nil)
  }

  // MARK: In an event loop

  /// A loop that runs on this thread, with connections on which requests have arrived.
  private final class Arrangement {
    let context: EventLoopContext
    let loop: EventLoop
    private(set) var clients: [Int32] = []

    init(_ handler: any HTTPHandler, maximum: Int?, loops: Int = 1) throws {
      var configuration = HTTPServerConfiguration()
      configuration.loops = loops
      configuration.maximumUnfinishedBytes = maximum
      configuration.metrics = HTTPMetrics()
      context = EventLoopContext(configuration: configuration, handler: handler)
      loop = try EventLoop(context: context, seed: 1)
      loop.bindToThread()
    }

    deinit { for client in clients { close(client) } }

    func add(_ text: String) throws {
      _ = context.admit(.unknown)
      var ends: [Int32] = [-1, -1]
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
      let request = Array(text.utf8)
      try #require(send(ends[1], request, request.count, 0) == request.count)
      clients.append(ends[1])
      loop.add(descriptor: ends[0], peer: .unknown, isRefused: false)
    }

    var bytes: Int { context.unfinishedBytes.load(ordering: .relaxed) }

    /// Whether the server has closed the connection of a client.
    func isClosed(_ index: Int) -> Bool {
      var buffer = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = recv(clients[index], &buffer, buffer.count, 0)
        if count <= 0 { return count == 0 || errno == ECONNRESET }
      }
    }
  }

  @Test("Above the limit, connections whose responses are not read are closed, the oldest first")
  func unread() throws {
    let handler = HTTPClosureHandler { _ in
      HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 1 << 20)))
    }
    let arrangement = try Arrangement(handler, maximum: (5 << 20) - 1)
    for _ in 1...8 { try arrangement.add(get("/")) }
    #expect((8 << 20...9 << 20).contains(arrangement.bytes))
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 4)
    #expect((4 << 20...5 << 20).contains(arrangement.bytes))
    #expect((0..<8).map { arrangement.isClosed($0) } == (0..<8).map { $0 < 4 })
    #expect(arrangement.loop.metrics?.value(at: HTTPLoopMetrics.Position.evicted) == 4)
  }

  @Test("Any number of connections may wait to read the same content")
  func sameContent() throws {
    let content = [UInt8](repeating: 0x78, count: 1 << 20)
    let arrangement = try Arrangement(
      HTTPClosureHandler { _ in HTTPResponse(body: .bytes(content)) }, maximum: 2 << 20)
    for _ in 1...8 { try arrangement.add(get("/")) }
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 8)
  }

  @Test("A loop with less than its share closes nothing because of the others")
  func shares() throws {
    let handler = HTTPClosureHandler { _ in
      HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 1 << 20)))
    }
    let arrangement = try Arrangement(handler, maximum: 20 << 20, loops: 4)
    for _ in 1...8 { try arrangement.add(get("/")) }
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 8)
    // What the other loops have.
    arrangement.context.unfinishedBytes.add(100 << 20, ordering: .relaxed)
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 5)
  }

  @Test("A single response may be larger than the limit")
  func single() throws {
    let handler = HTTPClosureHandler { _ in
      HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 1 << 20)))
    }
    let arrangement = try Arrangement(handler, maximum: 1)
    try arrangement.add(get("/"))
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 1)
    try arrangement.add(get("/"))
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 1 && arrangement.isClosed(0))
  }

  @Test("Content that is being collected counts, too")
  func collecting() throws {
    let arrangement = try Arrangement(RespondingHandler { _, _ in }, maximum: 100_000)
    let content = String(repeating: "x", count: 60_000)
    for _ in 1...3 {
      try arrangement.add(
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + content)
    }
    #expect(arrangement.bytes >= 180_000)
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 1)
    #expect(!arrangement.isClosed(2))
  }

  @Test("Without a limit, nothing is closed")
  func unlimited() throws {
    let handler = HTTPClosureHandler { _ in
      HTTPResponse(body: .bytes([UInt8](repeating: 0x78, count: 1 << 20)))
    }
    let arrangement = try Arrangement(handler, maximum: nil)
    for _ in 1...8 { try arrangement.add(get("/")) }
    arrangement.loop.boundUnfinished()
    #expect(arrangement.loop.connectionCount == 8)
  }
}
