import Glibc
import Testing

@testable import BackstackHTTP

@Suite("Many connections", .serialized)
struct ManyConnectionsTests {
  /// Returns the number of connections: ten thousand, with two descriptors each, or as many as take
  /// half of the descriptors that the process may have. The tests that run at the same time need
  /// thousands, and a server that gets none waits for its clock.
  private static func raiseLimit() -> Int {
    let wanted: rlim_t = 40_000
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(resource, &limit)
    if limit.rlim_max < wanted {
      // Only root may do this.
      var higher = rlimit(rlim_cur: wanted, rlim_max: wanted)
      if setrlimit(resource, &higher) == 0 { return 10_000 }
    }
    limit.rlim_cur = min(max(limit.rlim_cur, wanted), limit.rlim_max)
    setrlimit(resource, &limit)
    return min(10_000, Int(clamping: limit.rlim_cur) / 4)
  }

  @Test("Idle connections stay open while requests are answered, and close at their timeout")
  func idle() throws {
    let count = Self.raiseLimit()
    let server = try LoopedServer(ServerTests.echo) {
      $0.timeouts.idle = .seconds(60)
      $0.maximumConnections = 20_000
    }
    // From ten addresses, as each has a limit.
    var clients: [TestClient] = []
    for number in 0..<count {
      let client = TestClient(port: server.port, source: UInt32(2 + number % 10))
      client.send(get("/\(number)"))
      clients.append(client)
    }
    for client in clients { #expect(client.receive(until: ">").hasPrefix("HTTP/1.1 200 ")) }
    server.clock.advance(seconds: 50, server)
    for number in 0..<1000 {
      let client = clients[number * (count / 1000)]
      client.send(get("/again"))
      #expect(client.receive(until: ">").hasSuffix("</again 0>"))
    }
    server.clock.advance(seconds: 11, server)
    for (number, client) in clients.enumerated() {
      let wasUsed = number % (count / 1000) == 0 && number / (count / 1000) < 1000
      if wasUsed {
        client.send(get("/still"))
        #expect(client.receive(until: ">").hasSuffix("</still 0>"))
      } else {
        #expect(client.receive() == nil)
      }
      client.reset()
    }
    #expect(server.end())
  }

  @Test("All waiting streams are woken, without further calls of their sources")
  func streams() throws {
    let count = min(1000, Self.raiseLimit())
    let sources = Box<[ScriptedSource]>([])
    let server = try LoopedServer(
      RespondingHandler { _, responder in
        let source = ScriptedSource(["first "], atEnd: .waiting)
        sources.update { $0.append(source) }
        responder.respond(HTTPResponse(body: .stream(source)))
      })
    let clients = (0..<count).map { _ in server.client() }
    for client in clients { client.send(get("/")) }
    for client in clients { _ = client.receive(until: "first ") }
    for source in sources.value {
      source.add("second ")
      source.wake()
    }
    for client in clients { _ = client.receive(until: "second ") }
    #expect(sources.value.allSatisfy { $0.rooms.count == 2 })
    for client in clients { client.reset() }
    server.server.stopNow()
    server.server.waitUntilStopped()
    #expect(sources.value.allSatisfy { $0.outcomes == [.cancelled] })
  }
}
