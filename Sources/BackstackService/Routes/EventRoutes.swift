import BackstackCoding
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The routes to the events of a session.
struct EventRoutes: Sendable {
  let service: SessionService

  /// `GET /sessions/{id}/events`
  var readEvents: ServiceRoute { readEvents(relays: true) }

  /// - Parameter relays: Whether readers of a session that another node has share one stream.
  private func readEvents(relays: Bool) -> ServiceRoute {
    let share: SessionRoute.Relay = { [self] in relay($0, of: $1, $2) }
    // Not deferred as a whole: each event is stored before it is sent.
    return ServiceRoute(
      .get, "/sessions/{id}/events", .readEvents, of: service, for: .follow, takesQuery: true,
      defersResponses: false, relay: relays ? share : nil
    ) {
      [self] exchange throws(Problem) in
      let request = exchange.request
      let asked = try EventRequest(request)
      exchange.perform(exchange.asking(.follow)) { reply throws(Problem) in
        let permit = try admitStream(of: request.principal)
        if let ticket = asked.ticket {
          try service.tickets.redeem(ticket, for: reply.session.context.id, request)
        }
        return response(
          with: SessionFeed(of: reply.session, asked.representation), asked,
          isAllowed: mayFollow(reply.entry, request.principal), permit, exchange.responder)
      }
    }
  }

  private func response(
    with feed: any EventFeed, _ asked: EventRequest, isAllowed: (@Sendable () -> Bool)? = nil,
    _ permit: PrincipalUsage.StreamPermit?, _ responder: HTTPResponder
  ) -> HTTPResponse {
    let source = EventSource(
      of: feed, after: asked.version, retry: eventRetry(), isAllowed: isAllowed, permit: permit)
    responder.beginWaiting()
    return HTTPResponse(
      fields: [
        .contentType: "text/event-stream", .cacheControl: "no-store",
        // Otherwise nginx buffers events.
        "X-Accel-Buffering": "no",
      ],
      body: .stream(source))
  }

  func admitStream(
    of principal: HTTPPrincipal?
  ) throws(Problem) -> PrincipalUsage.StreamPermit? {
    try Problem.translating(
      service.directory.usages.admitStream(of: principal.map { SessionPrincipal($0) }))
  }

  // MARK: Sessions of other nodes

  /// Responds with the events of a session that another node has, unless that node has to look at
  /// the request itself.
  ///
  /// - Returns: Whether there is or will be a response.
  private func relay(
    _ request: HTTPRequest, of id: SessionID, _ responder: HTTPResponder
  ) -> Bool {
    // That node refuses a request that can't be read, and knows the tickets.
    guard request.method == .get, let asked = try? EventRequest(request), asked.ticket == nil else {
      return false
    }
    return mirror(request, of: id, for: asked, responder) { [self] events, _, permit in
      response(with: events, asked, permit, responder)
    }
  }

  /// Responds with what follows a session that another node has.
  ///
  /// - Parameter make: Makes the response of a reader of the events, whose request has the principal that the
  ///   other node has found.
  /// - Returns: Whether there is or will be a response.
  func mirror(
    _ request: HTTPRequest, of id: SessionID, for asked: EventRequest, _ responder: HTTPResponder,
    _ make: @escaping MirroredResponse
  ) -> Bool {
    let reader = MirroredReader(request, of: id, asked)
    let follow: @Sendable (MirroredEvents) -> Bool = { [self] events in
      events.join { refusal in
        if let refusal { return responder.respond(refusal) }
        admit(reader, to: events, responder, make)
      }
    }
    // Whose a ticket is, only the node knows that has issued it.
    if asked.ticket != nil { return follow(mirrored(reader, asked) { _ in }) }
    let key = MirroredStreams.Key(
      session: id, representation: asked.representation, principal: request.principal)
    return service.mirrors.follow(key, joining: follow) { mirrored(reader, asked, $0) }
  }

  typealias MirroredResponse =
    @Sendable (MirroredEvents, HTTPRequest, PrincipalUsage.StreamPermit?) throws(Problem)
    -> HTTPResponse

  /// Responds to a reader that has joined events.
  private func admit(
    _ reader: MirroredReader, to events: MirroredEvents, _ responder: HTTPResponder,
    _ make: MirroredResponse
  ) {
    responder.respond { () throws(Problem) in
      do throws(Problem) {
        let request = reader.request
        let permit = try admitStream(of: request.principal)
        responder.respond(try make(events, request, permit))
      } catch {
        events.endIfUnread()
        throw error
      }
    }
  }

  private func mirrored(
    _ reader: MirroredReader, _ asked: EventRequest,
    _ whenOver: @escaping @Sendable (MirroredEvents) -> Void
  ) -> MirroredEvents {
    let route = readEvents(relays: false).http
    return MirroredEvents(
      after: asked.version,
      limit: 2 * service.configuration.sessions.maximumStateBytes + Self.maximumFrame,
      silence: 2.5 * Double(service.configuration.eventHeartbeat.clampedNanoseconds) / 1e9,
      timer: service.directory.timer, streams: service.directory.streams,
      ask: { version, completion in
        let responder = HTTPResponder(errorResponse: BackstackServer.problemResponse) { response in
          reader.note(response)
          completion(response)
        }
        do throws(HTTPError) {
          HTTPRouter([route]).respond(to: try reader.nextRequest(after: version), responder)
        } catch {
          responder.fail(error)
        }
      }, whenOver: whenOver)
  }

  /// The maximum size of an event without the state, in bytes.
  private static let maximumFrame = 64 * 1024

  /// `POST /sessions/{id}/events/tickets`
  var createEventTicket: ServiceRoute {
    // Not deferred: it contains nothing of the session that would have to be stored first.
    ServiceRoute(
      .post, "/sessions/{id}/events/tickets", .createEventTicket, of: service, for: .follow,
      defersResponses: false
    ) {
      [service] exchange throws(Problem) in
      try exchange.request.requireJSONAccepted()
      let principal = exchange.request.principal
      exchange.perform(exchange.asking(.follow)) { reply throws(Problem) in
        var generator = service.configuration.sessions.makeRandomNumberGenerator()
        let ticket = EventTicket(using: &generator)
        let expiry = try service.tickets.issue(ticket, for: reply.session.context.id, principal)
        var json = JSONWriter()
        json.beginObject()
        json.member("ticket", ticket.text)
        json.member("expiresAt", expiry.formatted(.iso8601))
        json.endObject()
        return .json(json.bytes, status: .created)
      }
    }
  }

  /// Returns a closure that asks the host again whether a reader may still follow a session; `nil`
  /// if no host decides.
  func mayFollow(
    _ entry: SessionRegistry.Entry, _ principal: HTTPPrincipal?
  ) -> (@Sendable () -> Bool)? {
    guard service.configuration.mayUse != nil else { return nil }
    let context = entry.session.context
    return { [weak service] in service?.access(principal, .follow).allows(context) ?? false }
  }

  /// Returns a random reconnection time, as all streams of a server break at once and their clients
  /// should not all reconnect at once.
  private func eventRetry() -> Int {
    var generator = service.configuration.sessions.makeRandomNumberGenerator()
    return Int.random(in: service.configuration.eventRetryMilliseconds, using: &generator)
  }
}

/// A request for events.
struct EventRequest: Sendable {
  /// The version that the reader has.
  let version: Int?
  let ticket: String?
  let representation: Representation

  init(version: Int?, ticket: String?, _ representation: Representation) {
    self.version = version
    self.ticket = ticket
    self.representation = representation
  }

  /// - Throws: ``Problem`` for a request that does not accept events, or whose query can't be read.
  init(_ request: HTTPRequest) throws(Problem) {
    try request.requireAccepted("text/event-stream", "This resource is a stream of events")
    let query = try request.query(allowing: ["after", "view", EventTickets.parameter])
    let after = try query.integer("after", 0...Int.max)
    version = request.lastEventVersion ?? after
    ticket = query.text(EventTickets.parameter)
    representation = try query.representation()
  }
}

extension HTTPRequest {
  /// The version that a client had when its connection was lost (WHATWG HTML §9.2.4).
  fileprivate var lastEventVersion: Int? {
    fields["Last-Event-ID"].flatMap { text in
      text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
  }
}
