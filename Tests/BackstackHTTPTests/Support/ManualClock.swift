import BackstackPlatform
import BackstackTestSupport
import Dispatch

@testable import BackstackHTTP

/// A clock for timeouts that only a test advances.
final class ManualClock: Sendable {
  private let instant = Guarded(MonotonicInstant(nanoseconds: 0))

  var now: MonotonicInstant { instant.withLock { $0 } }

  /// Advances the clock and returns when the server has handled that.
  func advance(seconds: Int, _ server: LoopedServer) {
    move(seconds: seconds, server.server)
    server.turn()
  }

  /// Advances the clock without waiting for the server.
  func move(seconds: Int, _ server: HTTPServer) {
    instant.withLock { $0 = $0.advanced(by: .seconds(seconds)) }
    server.clockMoved()
  }
}

/// A server with one event loop and its own clock.
struct LoopedServer: Sendable {
  let server: HTTPServer
  let port: Int
  let clock: ManualClock
  /// A client whose requests are answered by the same loop.
  private let witness: TestClient

  /// - Parameter handler: Gets every request but those for `/turn`.
  init(
    _ handler: any HTTPHandler, change: (inout HTTPServerConfiguration) -> Void = { _ in }
  ) throws {
    let clock = ManualClock()
    (server, port) = try ServerTests.start(Witnessed(handler: handler)) { configuration in
      configuration.loops = 1
      configuration.timeouts = HTTPTimeouts()
      // The witness must not time out while the clock is advanced.
      configuration.timeouts.idle = .seconds(1_000_000)
      configuration.clock = { clock.now }
      change(&configuration)
    }
    self.clock = clock
    witness = TestClient(port: port)
    turn()
  }

  /// Returns when the loop has handled all that was sent and posted to it before.
  func turn() {
    witness.send(get("/turn"))
    _ = witness.receive(until: "\r\n\r\n")
  }

  /// Shuts the server down, however long that takes.
  ///
  /// - Returns: Whether all requests in flight were answered.
  func end() -> Bool {
    let isDrained = Box(false)
    let hasEnded = DispatchSemaphore(value: 0)
    DispatchQueue(label: "end").async { [server] in
      isDrained.set(server.shutdown(graceSeconds: Double(patience)))
      hasEnded.signal()
    }
    while hasEnded.wait(timeout: .now() + .milliseconds(5)) == .timedOut {
      clock.move(seconds: 1, server)
    }
    return isDrained.value
  }

  func client(receiveBuffer: Int32? = nil) -> TestClient {
    TestClient(port: port, receiveBuffer: receiveBuffer)
  }

  private struct Witnessed: HTTPHandler {
    let handler: any HTTPHandler

    var routePatterns: [String] { handler.routePatterns }

    func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
      if request.target == "/turn" {
        responder.respond(HTTPResponse())
      } else {
        handler.respond(to: request, responder)
      }
    }
  }
}

/// A handler made of a closure that gets the responder, with a policy for content.
struct RespondingHandler: HTTPHandler {
  var policy = HTTPContentPolicy.collected()
  let answer: @Sendable (HTTPRequest, HTTPResponder) -> Void

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    responder.acceptContent(of: request, policy) { [answer] in answer($0, responder) }
  }
}
