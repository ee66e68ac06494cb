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
      defersResponses: false, admit: admit, relay: relay
    ) {
      [self] exchange throws(Problem) in
      let request = exchange.request
      let asked = try Self.eventRequest(request)
      let handshake = try Self.handshake(request)
      exchange.perform(exchange.asking(.follow)) { reply throws(Problem) in
        let permit = try events.admitStream(of: request.principal)
        let id = reply.session.context.id
        if let ticket = asked.ticket { try service.tickets.redeem(ticket, for: id, request) }
        // A version that there is not yet is none that the client can have.
        let version = asked.version.flatMap { $0 <= reply.session.version ? $0 : nil }
        let socket = SessionSocket(
          of: id, at: service, for: SessionSocket.Client(request),
          SessionFeed(of: reply.session, asked.representation), after: version,
          isAllowed: events.mayFollow(reply.entry, request.principal), permit)
        return handshake.response(socket, subprotocol: Self.subprotocol, settings)
      }
    }
  }

  private var events: EventRoutes { EventRoutes(service: service) }

  /// Returns what a socket's client wants to follow.
  private static func eventRequest(_ request: HTTPRequest) throws(Problem) -> EventRequest {
    let query = try request.query(allowing: ["version", "view", EventTickets.parameter])
    return EventRequest(
      version: try query.integer("version", 0...Int.max),
      ticket: query.text(EventTickets.parameter), try query.representation())
  }

  private var settings: WebSocketSettings {
    var settings = WebSocketSettings()
    // A message has an action, its id, key and conditions.
    let action = service.configuration.maximumActionBytes ?? HTTPLimits().bodyBytes
    settings.maximumMessageBytes = action + 1024
    settings.pingInterval = service.configuration.eventHeartbeat
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

  /// Opens a socket to a session that another node has: its events are mirrored, and its messages
  /// are requests that this node routes like those of clients.
  private var relay: SessionRoute.Relay {
    { [self] request, id, responder in
      responder.respond { () throws(Problem) in
        try admit(request)
        let asked = try Self.eventRequest(request)
        let handshake = try Self.handshake(request)
        if let ticket = asked.ticket, EventTicket(ticket) == nil { throw .invalidTicket }
        let isMirrored = events.mirror(request, of: id, for: asked, responder) {
          [self] feed, request, permit in
          let socket = SessionSocket(
            of: id, at: service, for: SessionSocket.Client(request), feed, after: asked.version,
            relay: SocketRelay(request, to: id, at: service), isAllowed: nil, permit)
          return handshake.response(socket, subprotocol: Self.subprotocol, settings)
        }
        if !isMirrored { throw .ownerUnreachable }
      }
      return true
    }
  }
}
