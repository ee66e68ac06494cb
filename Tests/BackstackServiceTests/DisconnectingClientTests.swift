import Backstack
import BackstackSessionsTestSupport
import BackstackTesting
import Synchronization
import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Clients that disconnect while they wait")
struct DisconnectingClientTests {
  let service = ErrandService()
  private var client: ServiceClient { service.client }

  /// Sends a request whose client disconnects when the test asks for it.
  private func begin(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)]
  ) throws -> LeavingClient {
    let host = LeavingClient()
    let request = try #require(ServiceClient.request(method, target, content, fields))
    client.respond(to: request, HTTPResponder(responseSink: host))
    return host
  }

  @Test("A long poll of a client that disconnects is removed")
  func longPoll() async throws {
    let session = await service.create()
    let host = try begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    let monitor = try #require(
      client.session(session) as? FeatureSession<Errands.State, Errands.Action>
    )
    .monitor
    #expect(monitor.readers?.waiterCount == 1)
    host.leave()
    #expect(monitor.readers?.waiterCount == 0)
    #expect(service.timer.count == 0)
  }

  @Test("The connections of waiting requests are marked as waiting")
  func waiting() async throws {
    let session = await service.create()
    let poll = try begin(.get, session + "?wait=30", nil, [(.ifNoneMatch, #""0""#)])
    let events = try begin(.get, session + "/events", nil, [])
    let action = try begin(
      .post, session + "/actions", #"{"begin": {"seconds": 3}}"#, [(.prefer, "wait=10")])
    let ordinary = try begin(.get, session, nil, [])
    #expect(poll.isWaiting && events.isWaiting && action.isWaiting && !ordinary.isWaiting)
  }

  @Test("A wait for the effects of a new session ends when its client disconnects")
  func creation() async throws {
    let clock = TestClock()
    let feature = Feature(
      "errand", initialState: Errands.State(), startAction: .begin(seconds: 3)
    ) { Errands().dependency(\.continuousClock, clock) }
    var configuration = ServiceConfiguration()
    configuration.timer = service.timer
    configuration.settleTimeout = 3600
    let client = ServiceClient([feature], configuration: configuration)
    let host = LeavingClient()
    let request = try #require(
      ServiceClient.request(
        .post, "/sessions", #"{"feature":"errand"}"#, [(.prefer, "wait=10")]))
    client.respond(to: request, HTTPResponder(responseSink: host))
    #expect(host.isWaiting && service.timer.count == 1)
    host.leave()
    #expect(service.timer.count == 0)
    #expect(client.service.directory.sessionCount == 1)
  }

  @Test("The work of a host's route is cancelled when its client disconnects")
  func route() async throws {
    let (cancellations, continuation) = AsyncStream.makeStream(of: Bool.self)
    var configuration = ServiceConfiguration()
    configuration.routes = [
      HostRoute(.get, "/slow") { _, _ in
        try? await Task.never()
        continuation.yield(Task.isCancelled)
        return HTTPResponse()
      }
    ]
    let client = ServiceClient(configuration: configuration)
    let host = LeavingClient()
    client.respond(
      to: try #require(ServiceClient.request(.get, "/slow")), HTTPResponder(responseSink: host))
    host.leave()
    for await isCancelled in cancellations {
      #expect(isCancelled)
      break
    }
  }

  @Test("A wait for effects ends when its client disconnects, and the answer is stored")
  func effects() async throws {
    let session = await service.create()
    let action = #"{"begin": {"seconds": 3}}"#
    let fields: [(HTTPFieldName, String)] = [(.prefer, "wait=10"), (.idempotencyKey, "k")]
    let host = try begin(.post, session + "/actions", action, fields)
    #expect(service.timer.count == 1)
    host.leave()
    #expect(service.timer.count == 0)
    let again = await client.act(session, action, fields)
    #expect(again.version == 1)
    #expect(again.contains(#""effects":1"#))
  }
}

/// The connection of a client that can disconnect.
private final class LeavingClient: HTTPResponseSink {
  private let watched = Mutex<HTTPCancellation?>(nil)

  private let waits = Mutex(false)

  var isOnOwnThread: Bool { false }
  var isWaiting: Bool { waits.withLock { $0 } }

  func leave() { watched.withLock { $0 }?.cancel() }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    switch message {
    case .watch(let cancellation, _, _): watched.withLock { $0 = cancellation }
    case .waits: waits.withLock { $0 = true }
    default: break
    }
    return true
  }
}
