import Backstack
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The way of a socket's commands to a session that another node of the cluster has: each is a
/// request that this node routes like one of a client.
final class SocketRelay: Sendable {
  /// The request for the socket, whose client and principal the commands have.
  private let request: HTTPRequest
  private let id: SessionID
  private let router: HTTPRouter

  init(_ request: HTTPRequest, to id: SessionID, at service: SessionService) {
    self.request = request
    self.id = id
    let routes = [
      ActionRoutes(service: service).sendAction, ActionRoutes(service: service).restoreSession,
      ReadingRoutes(service: service).readSession,
    ]
    router = HTTPRouter(routes.map(\.http))
  }

  /// Performs a command.
  ///
  /// - Parameter responder: Gets the response, which has no snapshot, on any thread.
  func perform(_ command: SocketCommand, _ responder: HTTPResponder) {
    do throws(HTTPError) {
      router.respond(to: try request(for: command), responder)
    } catch {
      responder.fail(error)
    }
  }

  private func request(for command: SocketCommand) throws(HTTPError) -> HTTPRequest {
    let path = "/sessions/\(id)"
    var fields: HTTPFields = [
      .contentType: "application/json", "Prefer": "return=minimal", PeerFields.issues: "?",
    ]
    if request.author?.isAgent == true { fields.append(.agent, "1") }
    if let key = command.key { fields.append(.idempotencyKey, "\"\(key)\"") }
    if let version = command.condition { fields.append(.ifMatch, "\"\(version)\"") }
    if let seconds = command.wait { fields.append("Prefer", "wait=\(seconds)") }
    if let trace = command.trace { fields.append(.traceParent, trace.traceParent) }
    switch command.kind {
    case .send(let action):
      return try request.another(.post, path + "/actions", fields: fields, body: action)
    case .restore(let version):
      let body = Array("{\"version\":\(version)}".utf8)
      return try request.another(.post, path + "/restore", fields: fields, body: body)
    case .read:
      // The snapshot comes by the events: the request says only that the session is used.
      var reading: HTTPFields = [.ifNoneMatch: "*"]
      if let version = command.condition { reading.append(.ifMatch, "\"\(version)\"") }
      return try request.another(.get, path, fields: reading)
    }
  }
}

extension HTTPResponse {
  /// The maximum number of bytes of the issues in a field.
  private static let maximumIssues = 4096

  /// Adds the issues that a socket's node asks for: as many of the first as a field has room for.
  mutating func add(_ issues: [Issue], for request: HTTPRequest) {
    guard !issues.isEmpty, request.fields.contains(PeerFields.issues) else { return }
    var issues = issues
    while issues.member.count > Self.maximumIssues { issues.removeLast() }
    if issues.isEmpty { return }
    fields.append(PeerFields.issues, Data(issues.member).base64EncodedString())
  }

  /// The member with the issues that another node has added.
  var issues: [UInt8] {
    fields[PeerFields.issues].flatMap { Data(base64Encoded: $0) }.map { Array($0) } ?? []
  }
}
