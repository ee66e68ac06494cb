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
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    content limit: Int? = Self.noContent,
    respond:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) throws(Problem) -> Void
  ) {
    self.operation = operation
    http = HTTPRoute(method, pattern, content: .collected(upTo: limit)) {
      request, parameters, responder in
      responder.respond { () throws(Problem) in try respond(request, parameters, responder) }
    }
  }

  /// A route to sessions; see ``SessionService/respond(to:_:_:_:)``.
  ///
  /// - Parameters:
  ///   - operation: What it does with a session, as those are asked who decide whether it may.
  ///   - isHeld: Whether answers wait until what they tell is stored.
  init(
    _ method: HTTPMethod, _ pattern: String, _ description: OpenAPIOperation,
    of service: SessionService, for operation: SessionOperation,
    content limit: Int? = Self.noContent, isHeld: Bool = true,
    respond: @escaping SessionRoute.Answer
  ) {
    let route = SessionRoute(operation: operation, isHeld: isHeld, answer: respond)
    self.init(method, pattern, description, content: limit) {
      (request, parameters, responder) throws(Problem) in
      try service.respond(to: request, parameters, responder, route)
    }
  }
}

/// What answers requests to sessions at a path.
struct SessionRoute: Sendable {
  typealias Answer =
    @Sendable (
      HTTPRequest, SessionRegistry.Entry, HTTPPathParameters, HTTPResponder
    ) throws(Problem) -> Void

  let operation: SessionOperation
  /// Whether answers wait until what they tell is stored.
  let isHeld: Bool
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
