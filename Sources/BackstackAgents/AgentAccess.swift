import BackstackCoding
package import BackstackHTTP
package import BackstackService
package import BackstackSessions

/// Sessions for programs that act for a person: the Model Context Protocol at `POST /mcp`.
///
/// It translates each call into requests to the service, in the name of the same client, so that keys,
/// owners, quotas and limits are those of the service. It has to be the innermost middleware.
package struct AgentAccess: HTTPMiddleware {
  /// The path of the interface.
  package static let path = "/mcp"
  package let ownRoutePatterns = [path]

  private let methods: AgentProtocol
  /// The same for the clients of keys with rights of their own.
  private let methodsOfKeys: [String: AgentProtocol]
  private let allowedOrigins: Set<String>
  private let screens = KnownScreens()

  /// - Parameters:
  ///   - features: The features whose sessions agents may use.
  ///   - rights: The rights of agents.
  ///   - keyRights: The rights of keys by their names, within those of agents.
  ///   - servesA2UI: Whether the service has screens as messages of A2UI.
  ///   - allowedOrigins: The origins of web pages that may use it, besides those of the service itself.
  package init(
    to features: [Feature], rights: KeyRights.Level = .full,
    keyRights: [String: KeyRights] = [:], allowedOrigins: [String] = [],
    servesA2UI: Bool = false
  ) {
    func methods(_ rights: KeyRights) -> AgentProtocol {
      let features = features.filter { rights.features?.contains($0.name) ?? true }
      return AgentProtocol(
        catalog: ToolCatalog(features, rights.level), servesA2UI: servesA2UI,
        version: ServiceConfiguration.contractVersion)
    }
    self.methods = methods(KeyRights(rights))
    methodsOfKeys = keyRights.mapValues { own in
      methods(KeyRights(own.level.limited(to: rights), in: own.features))
    }
    self.allowedOrigins = Set(allowedOrigins)
  }

  package func respond(
    to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler
  ) {
    guard request.path == Self.path else { return next.respond(to: request, responder) }
    request.match(Self.path, by: self, before: next)
    guard request.method == .post else {
      return responder.respond(
        BackstackServer.problemResponse(HTTPError.methodNotAllowed(allow: "POST")))
    }
    if let error = refusal(of: request) {
      return responder.respond(error.response(at: .stateless))
    }
    let methods = request.principal.flatMap { methodsOfKeys[$0.id] } ?? methods
    responder.acceptContent(of: request, .collected()) { request in
      AgentExchange(request, responder, service: next, screens).respond(by: methods)
    }
  }

  /// Refuses a request by its fields: a page of another site may not use the service with what its
  /// visitor's browser can reach.
  private func refusal(of request: HTTPRequest) -> RPCError? {
    if let origin = request.fields[.origin], !allowedOrigins.contains(origin) {
      let host = request.authority ?? ""
      guard origin == "http://\(host)" || origin == "https://\(host)" else {
        return RPCError(.foreignPage, "Pages of this origin may not use the service.")
      }
    }
    guard request.value(of: .contentType, fulfils: MediaType.isJSON) == true else {
      return RPCError(
        .invalidRequest, "Send the content as JSON, with Content-Type: application/json.")
    }
    return nil
  }
}

/// A request of an agent and its response.
private final class AgentExchange: Sendable {
  private let request: HTTPRequest
  private let responder: HTTPResponder
  private let service: any HTTPHandler
  private let screens: KnownScreens

  init(
    _ request: HTTPRequest, _ responder: HTTPResponder, service: any HTTPHandler,
    _ screens: KnownScreens
  ) {
    self.request = request
    self.responder = responder
    self.service = service
    self.screens = screens
  }

  func respond(by methods: AgentProtocol) {
    do throws(RPCError) {
      let message = try RPCMessage(request.body)
      let revision = try ProtocolRevision(message, request.fields)
      guard let id = message.id else {
        // Nothing is kept of a client that a notification could change.
        return responder.respond(HTTPResponse(status: .accepted))
      }
      do throws(RPCError) {
        let key = request.fields[.idempotencyKey].map { IdempotencyKey.unquoted($0) }
        switch try methods.response(to: message, at: revision, key: key) {
        case .result(let result): responder.respond(result.response(to: id, at: revision))
        case .work(let work):
          let known = work.screen.flatMap { screens[$0] }
          proceed(work, after: known.map { ServiceReply($0) }, as: id, at: revision)
        case .subscription(let subscription):
          guard request.fields.weight(of: "text/event-stream", in: .accept) ?? 0 > 0 else {
            return responder.respond(HTTPResponse(status: .notAcceptable))
          }
          follow(subscription.sessions[...], for: SubscriptionSource(subscription))
        }
      } catch {
        respond(error, to: id, at: revision)
      }
    } catch {
      responder.respond(error.response(at: .stateless))
    }
  }

  private func respond(_ error: RPCError, to id: JSONLiteral, at revision: ProtocolRevision) {
    var error = error
    error.id = id
    responder.respond(error.response(at: revision))
  }

  /// Performs the next steps.
  private func proceed(
    _ work: any AgentWork, after reply: ServiceReply?, as id: JSONLiteral,
    at revision: ProtocolRevision
  ) {
    var work = work
    switch work.next(after: reply) {
    case .finish(let result): responder.respond(result.response(to: id, at: revision))
    case .fail(let error): respond(error, to: id, at: revision)
    case .ask(let asked):
      var asked = asked
      let known = asked.screen.flatMap { screens[$0] }
      if let known { asked.add(.ifNoneMatch, "\"\(known.version)\"") }
      ask(asked) { [self, work, asked] response in
        proceed(work, after: read(response, to: asked, known), as: id, at: revision)
      }
    }
  }

  /// Returns a response, with its screen if the request is for one: with the known one, if the response says
  /// that it has not changed.
  private func read(
    _ response: HTTPResponse, to asked: ServiceRequest, _ known: ScreenReading?
  ) -> ServiceReply {
    if let known, response.status == .notModified { return ServiceReply(known) }
    var reply = ServiceReply(response)
    if reply.isSuccess, asked.wantsScreen, let screen = screens.reading(of: reply.content) {
      reply.known = screen
      screens.note(screen, of: reply.content.count)
    } else if !reply.isSuccess, let session = asked.screen {
      screens.forget(session)
    }
    return reply
  }

  /// Asks for the events of sessions, one after the other, and responds with those of all.
  private func follow(_ sessions: ArraySlice<String>, for source: SubscriptionSource) {
    guard let session = sessions.first else {
      return responder.respond(
        HTTPResponse(
          fields: [
            .contentType: "text/event-stream", .cacheControl: "no-store",
            // Otherwise nginx buffers events.
            "X-Accel-Buffering": "no",
          ],
          body: .stream(source)))
    }
    var asked = ServiceRequest(path: "/sessions/\(session)/events")
    asked.add(.accept, "text/event-stream")
    ask(asked) { [self] response in
      source.follow(session, response)
      follow(sessions.dropFirst(), for: source)
    }
  }

  private static let passedOn: [HTTPFieldName] = [.acceptLanguage, "traceparent", "tracestate"]

  /// Sends a request to the service.
  private func ask(
    _ asked: ServiceRequest, _ receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    var fields = HTTPFields()
    for field in asked.fields { fields.append(field.name, field.value) }
    fields.append(.agent, "1")
    for name in Self.passedOn where request.mayHave(name) {
      if let value = request.fields[name] { fields.append(name, value) }
    }
    do throws(HTTPError) {
      let inner = try request.another(
        asked.method, asked.path, fields: fields, body: asked.content)
      service.respond(
        to: inner,
        responder.before(errorResponse: BackstackServer.problemResponse, receive: receive))
    } catch {
      receive(BackstackServer.problemResponse(error))
    }
  }
}
