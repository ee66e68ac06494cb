import Backstack
import BackstackDemo
import FoundationEssentials
import Synchronization

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

/// A client of the service without a socket.
struct ServiceClient: Sendable {
  let service: SessionService
  private let router: any HTTPHandler

  init(
    _ features: [Feature] = demoFeatures,
    configuration: ServiceConfiguration = ServiceConfiguration(),
    // By default, events are published before the response to the action that caused them.
    streams: EventStreams = EventStreams { $0() },
    large: LargeWork = LargeWork { _, work in work() }
  ) {
    var configuration = configuration
    configuration.eventRetryMilliseconds = 2000...2000
    // Responses have the date by which their session expires.
    if !configuration.sessions.hasOwnDate { configuration.now = { Self.date } }
    service = SessionService(
      features: features, configuration: configuration, streams: streams, large: large)
    router = service.handler
  }

  private init(_ service: SessionService, router: any HTTPHandler) {
    self.service = service
    self.router = router
  }

  /// The present of all services that have no date of their own.
  private static let date = Date()

  /// A client of the addresses for administration.
  var administrator: ServiceClient { ServiceClient(service, router: service.adminHandler) }

  /// A response, with its content as text.
  struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let text: String
    /// The source of streamed content.
    var source: (any HTTPStreamSource)?

    /// The version that the entity tag names.
    var version: Int? { fields[.eTag].flatMap { Int($0.dropFirst().dropLast()) } }

    /// The last segment of a problem's type.
    var problem: String? {
      text.firstMatch(of: /"type":"\/problems\/([a-z-]+)"/).map { String($0.1) }
    }

    func contains(_ part: String) -> Bool { text.contains(part) }
  }

  /// Sends a request and waits for its response.
  func send(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)] = []
  ) async -> Answer {
    await begin(method, target, content, fields).answer
  }

  /// Sends a request. The service has received it when this returns.
  func begin(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)] = []
  ) -> AwaitedAnswer {
    let reply = AwaitedAnswer()
    guard let request = Self.request(method, target, content, fields) else {
      reply.receive(Answer(status: -1, fields: HTTPFields(), text: "not a valid request"))
      return reply
    }
    let responder = HTTPResponder(errorResponse: BackstackServer.problemResponse) { response in
      reply.receive(
        Answer(
          status: response.status.code, fields: response.fields,
          text: String(decoding: response.body.bytes, as: UTF8.self),
          source: response.body.stream?.source))
    }
    router.respond(to: request, responder)
    return reply
  }

  /// Sends a request with a given responder.
  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    router.respond(to: request, responder)
  }

  static func request(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)] = []
  ) -> HTTPRequest? {
    var all = HTTPFields()
    if content != nil, !fields.contains(where: { $0.0 == .contentType }) {
      all.append(.contentType, "application/json")
    }
    for (name, value) in fields { all.append(name, value) }
    return try? HTTPRequest(
      method: method, target: target, fields: all, body: Array((content ?? "").utf8))
  }

  /// Creates a session and returns its path.
  func create(_ content: String = #"{"feature": "counters"}"#) async -> String {
    await send(.post, "/sessions", content).fields[.location] ?? ""
  }

  /// Returns the session at a path.
  func session(_ path: String) -> (any Session)? {
    guard let id = SessionID(String(path.dropFirst("/sessions/".count))),
      case .found(let entry) = service.directory.registry.use(
        id, now: service.directory.clock.read())
    else { return nil }
    return entry.session
  }

  /// Starts to read the events of a session.
  ///
  /// - Parameter version: The last version that the reader has.
  func events(_ session: String, after version: Int? = nil) async -> EventReader {
    let fields = version.map { [(HTTPFieldName("Last-Event-ID"), String($0))] } ?? []
    return EventReader(await send(.get, session + "/events", nil, fields).source!)
  }

  /// Sends an action to a session.
  func act(
    _ session: String, _ action: String, _ fields: [(HTTPFieldName, String)] = []
  ) async -> Answer {
    await send(.post, session + "/actions", action, fields)
  }
}

/// The response to a request that was sent, which may still be pending.
final class AwaitedAnswer: Sendable {
  private struct State: Sendable {
    var answer: ServiceClient.Answer?
    var continuation: CheckedContinuation<ServiceClient.Answer, Never>?
  }

  private let state = Mutex(State())

  /// Whether the response has arrived.
  var isFinished: Bool { state.withLock { $0.answer != nil } }

  func receive(_ answer: ServiceClient.Answer) {
    let continuation = state.withLock { state in
      state.answer = answer
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: answer)
  }

  /// The response, once it has arrived.
  var answer: ServiceClient.Answer {
    get async {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> ServiceClient.Answer? in
          if state.answer == nil { state.continuation = continuation }
          return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }
  }
}
