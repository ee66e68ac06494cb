import BackstackHTTP
import BackstackSessions

/// The route that opens sockets to a session.
struct SocketRoutes: Sendable {
  let service: SessionService

  /// The subprotocol of the messages.
  static let subprotocol = "backstack.v1"

  /// `GET /sessions/{id}/socket`
  var openSocket: ServiceRoute {
    ServiceRoute(
      .get, "/sessions/{id}/socket", .openSocket, of: service, for: .follow, takesQuery: true,
      defersResponses: false, admit: admit, relay: Self.refuseRelay
    ) {
      [self] exchange throws(Problem) in
      let request = exchange.request
      let query = try request.query(allowing: ["version", "view", EventTickets.parameter])
      let version = try query.integer("version", 0...Int.max)
      let representation = try query.representation()
      let handshake = try Self.handshake(request)
      let events = EventRoutes(service: service)
      let permit = try events.admitStream(of: request.principal)
      exchange.perform(exchange.asking(.follow)) { reply throws(Problem) in
        if let ticket = query.text(EventTickets.parameter) {
          try service.tickets.redeem(ticket, for: reply.session.context.id, request)
        }
        let socket = SessionSocket(
          of: reply.session.context.id, at: service, for: SessionSocket.Client(request),
          SessionFeed(of: reply.session, representation), after: version,
          isAllowed: events.mayFollow(reply.entry, request.principal), permit)
        return handshake.response(socket, subprotocol: Self.subprotocol, settings)
      }
    }
  }

  private var settings: WebSocketSettings {
    var settings = WebSocketSettings()
    // A message has an action, its id, key and conditions.
    let action = service.configuration.maximumActionBytes ?? HTTPLimits().bodyBytes
    settings.maximumMessageBytes = action + 1024
    return settings
  }

  /// Refuses pages of other sites: a browser lets every page open sockets (RFC 6455 §10.2).
  private var admit: ServiceRoute.Admit {
    { [service] (request) throws(Problem) in
      if let origin = request.foreignOrigin,
        !service.configuration.allowedOrigins.contains(origin)
      {
        throw Problem(
          .foreignPage,
          "Pages of \(SessionError.excerpt(of: origin)) may not open sockets here: --cors-origins "
            + "and allowedOrigins name those that may.")
      }
    }
  }

  private static func handshake(_ request: HTTPRequest) throws(Problem) -> WebSocketHandshake {
    let handshake: WebSocketHandshake
    do throws(HTTPError) {
      handshake = try WebSocketHandshake(request)
    } catch {
      throw Problem(error)
    }
    guard handshake.subprotocols.contains(subprotocol) else {
      throw Problem(
        .malformedHandshake, "Sec-WebSocket-Protocol has to offer \(subprotocol).")
    }
    return handshake
  }

  /// Refuses a socket to a session that another node has.
  private static let refuseRelay: SessionRoute.Relay = { _, _, responder in
    responder.respond(Problem.socketElsewhere.response)
    return true
  }
}

extension Problem {
  /// The refusal of a socket to a session that another node of the cluster has.
  fileprivate static var socketElsewhere: Problem {
    var problem = Problem(
      .ownerUnreachable,
      "Another node of the cluster has the session, and sockets are not passed on. Use requests and "
        + "events.")
    problem.fields.set(.retryAfter, "10")
    return problem
  }
}
