import BackstackHTTP

/// A route and its description for the OpenAPI document.
struct ServiceRoute: Sendable {
  let http: HTTPRoute
  let operation: OpenAPIOperation

  /// How many bytes of content are read where none is expected.
  static let noContent = 1024

  /// A route that answers at once.
  ///
  /// - Parameter limit: The most bytes of content, `nil` for the server's limit; more is answered 413.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    content limit: Int? = Self.noContent,
    answer: @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(Problem) -> HTTPResponse
  ) {
    self.init(method, pattern, operation, content: limit) {
      (request, parameters, responder) throws(Problem) in
      responder.respond(try answer(request, parameters))
    }
  }

  /// A route that answers through a responder, unless it throws.
  ///
  /// - Parameter admit: Refuses a request by its fields, before content is read.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    content limit: Int? = Self.noContent, admit: @escaping Admit = { (_) throws(Problem) in },
    respond:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) throws(Problem) -> Void
  ) {
    self.operation = operation
    http = HTTPRoute(method, pattern, content: .deferred) { request, parameters, responder in
      responder.respond { () throws(Problem) in
        try admit(request)
        guard request.hasContent else { return try respond(request, parameters, responder) }
        responder.acceptContent(of: request, .collected(upTo: limit)) { request in
          responder.respond { () throws(Problem) in try respond(request, parameters, responder) }
        }
      }
    }
  }

  /// A route to sessions; see ``SessionService/respond(to:_:_:_:)``.
  ///
  /// - Parameters:
  ///   - operation: What it does with a session, as those are asked who decide whether it may.
  ///   - isHeld: Whether answers wait until what they tell is stored.
  ///   - admit: Refuses a request by its fields, before content is read.
  init(
    _ method: HTTPMethod, _ pattern: String, _ description: OpenAPIOperation,
    of service: SessionService, for operation: SessionOperation,
    content limit: Int? = Self.noContent, isHeld: Bool = true,
    admit: @escaping Admit = { (_) throws(Problem) in },
    respond: @escaping SessionRoute.Answer
  ) {
    let route = SessionRoute(
      operation: operation, content: .collected(upTo: limit), isHeld: isHeld, admit: admit,
      answer: respond)
    self.operation = description
    http = HTTPRoute(method, pattern, content: .deferred) { request, parameters, responder in
      responder.respond { () throws(Problem) in
        try service.respond(to: request, parameters, responder, route)
      }
    }
  }

  typealias Admit = @Sendable (HTTPRequest) throws(Problem) -> Void
}

/// What answers requests to sessions at a path.
struct SessionRoute: Sendable {
  typealias Answer =
    @Sendable (
      HTTPRequest, SessionRegistry.Entry, HTTPPathParameters, HTTPResponder
    ) throws(Problem) -> Void

  let operation: SessionOperation
  /// How much content is read.
  let content: HTTPContentPolicy
  /// Whether answers wait until what they tell is stored.
  let isHeld: Bool
  /// Refuses a request by its fields.
  let admit: ServiceRoute.Admit
  /// Answers through a responder, unless it throws.
  let answer: Answer
}

extension HTTPResponder {
  /// Does what gives the answer, and gives the problem if it throws one.
  func respond(_ body: () throws(Problem) -> Void) {
    do throws(Problem) {
      try body()
    } catch {
      respond(error.response)
    }
  }
}
