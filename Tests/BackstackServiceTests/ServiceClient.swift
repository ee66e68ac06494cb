import Backstack
import BackstackDemo
import BackstackHTTP
import FoundationEssentials
import Synchronization

@testable import BackstackService

/// A client of the service without a socket.
struct ServiceClient: Sendable {
  let service: SessionService
  private let router: any HTTPHandler

  init(
    _ features: [Feature] = demoFeatures,
    configuration: ServiceConfiguration = ServiceConfiguration()
  ) {
    service = SessionService(features: features, configuration: configuration)
    router = service.handler
  }

  /// An answer, with its content as text.
  struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let text: String

    /// The version that the entity tag names.
    var version: Int? { fields[.eTag].flatMap { Int($0.dropFirst().dropLast()) } }

    /// The last segment of a problem's type.
    var problem: String? {
      text.firstMatch(of: /"type":"\/problems\/([a-z-]+)"/).map { String($0.1) }
    }

    func contains(_ part: String) -> Bool { text.contains(part) }
  }

  /// Sends a request and waits for its answer.
  func send(
    _ method: HTTPMethod, _ target: String, _ content: String? = nil,
    _ fields: [(HTTPFieldName, String)] = []
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      var all = HTTPFields()
      if content != nil, !fields.contains(where: { $0.0 == .contentType }) {
        all.append(.contentType, "application/json")
      }
      for (name, value) in fields { all.append(name, value) }
      guard
        let request = try? HTTPRequest(
          method: method, target: target, fields: all, body: Array((content ?? "").utf8))
      else {
        return continuation.resume(
          returning: Answer(status: -1, fields: HTTPFields(), text: "not a valid request"))
      }
      let responder = HTTPResponder(errorResponse: BackstackServer.problemResponse) { response in
        continuation.resume(
          returning: Answer(
            status: response.status.code, fields: response.fields,
            text: String(decoding: response.body.bytes, as: UTF8.self)))
      }
      router.respond(to: request, responder)
    }
  }

  /// Creates a session and gives its path.
  func create(_ content: String = #"{"feature": "counters"}"#) async -> String {
    await send(.post, "/sessions", content).fields[.location] ?? ""
  }

  /// Sends an action to a session.
  func act(
    _ session: String, _ action: String, _ fields: [(HTTPFieldName, String)] = []
  ) async -> Answer {
    await send(.post, session + "/actions", action, fields)
  }
}

/// A date that a test sets.
final class ManualDate: Sendable {
  private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: @Sendable () -> Date { { self.date.withLock { $0 } } }

  func advance(by seconds: TimeInterval) { date.withLock { $0.addTimeInterval(seconds) } }
}
