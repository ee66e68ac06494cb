import BackstackCluster
import BackstackHTTP
import BackstackSessions

/// The routes for other nodes of the cluster, and for operators, beside the forwarded requests of
/// clients.
struct PeerRoutes: Sendable {
  let cluster: ClusterSessions
  /// Makes the node give its sessions away.
  let drain: @Sendable () -> Void

  /// All routes.
  var all: [HTTPRoute] { [activateSession, moveSession, drainNode] }

  /// `POST /sessions/{id}/activation`: another node offers a session, and has consented to the claim.
  private var activateSession: HTTPRoute {
    route("/sessions/{id}/activation") { (request, id, responder) throws(Problem) in
      let consent = request.fields[PeerFields.referral].flatMap { Referral(fieldValue: $0) }
      guard let consent, case .consent = consent else {
        throw Problem(.invalidValue, "There is no consent to the claim.")
      }
      cluster.take(id, consent) { isTaken in
        responder.respond(
          isTaken
            ? HTTPResponse(status: .noContent) : Problem.redirect(to: .anywhere).response)
      }
    }
  }

  /// `POST /sessions/{id}/move?to=NUMBER`: an operator wants the session to be at another node.
  private var moveSession: HTTPRoute {
    route("/sessions/{id}/move") { (request, id, responder) throws(Problem) in
      guard let target = try request.query(allowing: ["to"]).integer("to", 1...Int.max) else {
        throw Problem(.invalidQuery, "The node to move to is missing.")
      }
      cluster.move(id, to: UInt64(target)) { isMoved in
        responder.respond(
          isMoved
            ? HTTPResponse(status: .noContent)
            : Problem(.unknownSession, "The session is not active here, or was not taken.").response
        )
      }
    }
  }

  /// `POST /drain`: an operator wants the node to give its sessions away.
  private var drainNode: HTTPRoute {
    HTTPRoute(.post, "/drain") { [drain] _, _, responder in
      drain()
      responder.respond(HTTPResponse(status: .noContent))
    }
  }

  private func route(
    _ pattern: String,
    _ handle:
      @escaping @Sendable (HTTPRequest, SessionID, HTTPResponder) throws(Problem) -> Void
  ) -> HTTPRoute {
    HTTPRoute(.post, pattern) { request, parameters, responder in
      responder.respond { () throws(Problem) in
        guard let id = SessionID(parameters["id"] ?? "") else {
          throw Problem(.invalidValue, "The id of the session can't be decoded.")
        }
        try handle(request, id, responder)
      }
    }
  }
}
