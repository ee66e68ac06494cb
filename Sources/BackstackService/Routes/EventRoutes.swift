import BackstackCoding
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The routes to the events of a session.
struct EventRoutes: Sendable {
  let service: SessionService

  /// `GET /sessions/{id}/events`
  var readEvents: ServiceRoute {
    // Not deferred as a whole: each event is stored before it is sent.
    ServiceRoute(
      .get, "/sessions/{id}/events", .readEvents, of: service, for: .follow, defersResponses: false
    ) {
      [self] (request, entry, _, responder) throws(Problem) in
      try request.requireAccepted("text/event-stream", "This resource is a stream of events")
      let query = try request.query(allowing: ["after", EventTickets.parameter])
      let after = try query.integer("after", 0...Int.max)
      let permit = try Problem.from { () throws(SessionError) in
        try service.directory.admitStream(of: request.principal.map { SessionPrincipal($0) })
      }
      if let ticket = query.text(EventTickets.parameter) {
        try service.tickets.redeem(ticket, for: entry.session.context.id, request.principal)
      }
      let expiresAt = entry.expiresAt
      let source = EventSource(
        of: entry.session, after: request.lastEventVersion ?? after, retry: eventRetry(),
        isAllowed: mayFollow(entry, request.principal), permit: permit,
        // Weak: the session keeps the format.
        format: EventFormat { [weak service, weak session = entry.session] snapshot in
          guard let service, let session else { return [] }
          // The session's life may have been extended meanwhile.
          let expiresAt = service.directory.find(session.context.id)?.expiresAt ?? expiresAt
          return ServerSentEvent.encode(
            "snapshot", id: snapshot.version,
            data: service.document(session, snapshot, expiresAt: expiresAt).bytes)
        } patch: { patch, base, version in
          ServerSentEvent.encode("patch", id: version, base: base, data: patch)
        })
      responder.beginWaiting()
      responder.respond(
        HTTPResponse(
          fields: [
            .contentType: "text/event-stream", .cacheControl: "no-store",
            // Otherwise nginx buffers events.
            "X-Accel-Buffering": "no",
          ],
          body: .stream(source)))
    }
  }

  /// `POST /sessions/{id}/events/tickets`
  var createEventTicket: ServiceRoute {
    // Not deferred: it contains nothing of the session that would have to be stored first.
    ServiceRoute(
      .post, "/sessions/{id}/events/tickets", .createEventTicket, of: service, for: .follow,
      defersResponses: false
    ) {
      [self] (request, entry, _, responder) throws(Problem) in
      try request.requireJSONAccepted()
      var generator = service.configuration.sessions.makeRandomNumberGenerator()
      let ticket = EventTicket(using: &generator)
      let expiry = try service.tickets.issue(
        ticket, for: entry.session.context.id, request.principal)
      var json = JSONWriter()
      json.beginObject()
      json.member("ticket", ticket.text)
      json.member("expiresAt", expiry.formatted(.iso8601))
      json.endObject()
      responder.respond(.json(json.bytes, status: .created))
    }
  }

  /// Returns a closure that asks the host again whether a reader may still follow a session; `nil`
  /// if no host decides.
  private func mayFollow(
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

extension HTTPRequest {
  /// The version that a client had when its connection was lost (WHATWG HTML §9.2.4).
  fileprivate var lastEventVersion: Int? {
    fields["Last-Event-ID"].flatMap { text in
      text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
  }
}
