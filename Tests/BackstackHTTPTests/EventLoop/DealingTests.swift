import Synchronization
import Testing

@testable import BackstackHTTP

@Suite("Connections that a loop accepts for others")
struct DealingTests {
  @Test("One for a loop that has ended is closed, and no longer counted")
  func endedLoop() throws {
    let context = EventLoopContext(
      configuration: HTTPServerConfiguration(),
      handler: HTTPClosureHandler { _ in HTTPResponse() })
    let (loop, ended) = (
      try EventLoop(context: context, seed: 1), try EventLoop(context: context, seed: 2)
    )
    #expect(ended.mailbox.close().isEmpty)
    let listener = try ListeningSocket(
      .ip("127.0.0.1", port: 0), backlog: 1, reusesPort: false, isDualStack: false)
    loop.acceptor = Acceptor(listeners: [listener], loops: [ended, loop])
    let client = TestClient(listener.address)
    loop.acceptWaiting(0)
    #expect(client.isConnected && client.receive() == nil)
    #expect(context.connectionCount.load(ordering: .relaxed) == 0)
    loop.stopAccepting()
  }
}
