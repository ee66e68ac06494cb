import BackstackCoding
import BackstackHTTP
import BackstackSessions
import BackstackStorage
import FoundationEssentials

/// The actions of the program itself, which go to whatever node of the cluster has their session: as
/// requests of clients do, but by a route that only the program and other nodes can reach.
struct HostActionRoute: Sendable {
  let service: SessionService

  /// `POST /sessions/{id}/host-actions`
  var processAction: ServiceRoute {
    ServiceRoute(
      .post, "/sessions/{id}/host-actions", .sendAction, of: service, for: .act,
      isForHost: true
    ) {
      [service] exchange throws(Problem) in
      let request = exchange.request
      let conditions = try Preconditions(request)
      var asked = exchange.asking(.process(HostAction(EncodedAction(json: request.body))))
      asked.condition = conditions.ofChange
      asked.key = try IdempotencyKey(request)
      exchange.perform(asked, if: conditions) { reply throws(Problem) in
        service.makeResponse(reply, Preferences())
      }
    }
  }

  /// Sends an action to a session at any node.
  ///
  /// - Returns: The session afterwards.
  func send(
    _ action: any Encodable, to id: SessionID, ifVersion version: Int?
  ) async throws(SessionError) -> SessionSnapshot {
    let request: HTTPRequest
    do {
      // With a key, nodes may send it again to each other.
      var fields: HTTPFields = [
        .contentType: "application/json", .idempotencyKey: "\"\(UUID())\"",
      ]
      if let version { fields.append(.ifMatch, "\"\(version)\"") }
      request = try HTTPRequest(
        method: .post, target: "/sessions/\(id)/host-actions", fields: fields,
        body: try JSONStreamEncoder.encode(action))
    } catch {
      throw .invalidValue("The action can't be encoded: \(error)")
    }
    let router = HTTPRouter([processAction.http])
    let response = await withCheckedContinuation { continuation in
      router.respond(
        to: request,
        HTTPResponder(errorResponse: BackstackServer.problemResponse) {
          continuation.resume(returning: $0)
        })
    }
    guard let json = try? JSONLiteral(decoding: response.body.bytes) else {
      throw .storage(.unavailable("The node has responded with \(response.status.code)."))
    }
    guard response.status == .ok, let snapshot = SessionSnapshot(json) else {
      throw SessionError(problem: json, response.status.code)
    }
    return snapshot
  }
}

extension SessionSnapshot {
  /// Reads a snapshot as clients get it.
  fileprivate init?(_ json: JSONLiteral) {
    guard case .string(let id)? = json["id"], case .string(let feature)? = json["feature"],
      case .number(let version)? = json["version"], let state = json["state"],
      case .number(let effects)? = json["effects"],
      case .string(let expiry)? = json["expiresAt"],
      let version = Int(version), let effects = Int(effects),
      let expiresAt = try? Date.ISO8601FormatStyle().parse(expiry)
    else { return nil }
    self.init(
      id: id, feature: feature, version: version, state: state.json, effects: effects,
      expiresAt: expiresAt)
  }
}

extension SessionError {
  /// The error of a session's node, of which a problem has been made.
  fileprivate init(problem json: JSONLiteral, _ status: Int) {
    func text(_ name: String) -> String {
      if case .string(let text)? = json[name] { text } else { "" }
    }
    switch text("type").split(separator: "/").last {
    case "unknown-session": self = .unknownSession
    case "ended-session": self = .ended(SessionEndReason(stored: text("reason")))
    case "version-mismatch": self = .versionMismatch
    default:
      let detail = text("detail")
      self = status < 500 ? .invalidValue(detail) : .storage(.unavailable(detail))
    }
  }
}
