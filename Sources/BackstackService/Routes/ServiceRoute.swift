import BackstackHTTP
import BackstackSessions

/// A route and its description for the OpenAPI document.
struct ServiceRoute: Sendable {
  /// The route for clients.
  let http: HTTPRoute
  /// The description; `nil` for a route outside of the contract, such as a file for browsers.
  let operation: OpenAPIOperation?
  /// Makes the handler of a caller's requests; `nil` for a route that treats all callers alike.
  private let handler: (@Sendable (Caller) -> HTTPRoute.Handler)?

  /// The maximum number of bytes of content for routes that expect none.
  static let noContent = 1024

  /// Creates a route and its description.
  init(_ http: HTTPRoute, _ operation: OpenAPIOperation?) {
    self.http = http
    self.operation = operation
    handler = nil
  }

  /// Returns the route for a caller.
  func http(for caller: Caller) -> HTTPRoute {
    guard let handler else { return http }
    return HTTPRoute(http.method, http.pattern, content: http.content, handler(caller))
  }

  /// Creates a route that responds immediately.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of content, or `nil` for the server's limit. More get
  ///     413.
  ///   - takesQuery: Whether the route looks at the query itself. Otherwise a request with a parameter
  ///     gets 400.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation?,
    content limit: Int? = Self.noContent, takesQuery: Bool = false,
    respond: @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(Problem) -> HTTPResponse
  ) {
    self.init(method, pattern, operation, content: limit, takesQuery: takesQuery) {
      (request, parameters, responder) throws(Problem) in
      responder.respond(try respond(request, parameters))
    }
  }

  /// Creates a route that responds through a responder, unless it throws.
  ///
  /// - Parameters:
  ///   - takesQuery: Whether the route looks at the query itself. Otherwise a request with a parameter
  ///     gets 400.
  ///   - admit: Refuses a request by its fields, before its content is read.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation?,
    content limit: Int? = Self.noContent, takesQuery: Bool = false,
    admit: @escaping Admit = { (_) throws(Problem) in },
    respond: @escaping Respond
  ) {
    self.operation = operation
    handler = nil
    http = HTTPRoute(method, pattern, content: .deferred) { request, parameters, responder in
      responder.respond { () throws(Problem) in
        if !takesQuery { try request.refuseParameters() }
        try admit(request)
        try Self.readContent(of: request, upTo: limit, parameters, responder, respond)
      }
    }
  }

  /// Responds to a request once its content was read, or at once if it has none.
  private static func readContent(
    of request: HTTPRequest, upTo limit: Int?, _ parameters: HTTPPathParameters,
    _ responder: HTTPResponder, _ respond: @escaping Respond
  ) throws(Problem) {
    guard request.hasContent else { return try respond(request, parameters, responder) }
    responder.acceptContent(of: request, .collected(upTo: limit)) { request in
      responder.respond { () throws(Problem) in try respond(request, parameters, responder) }
    }
  }

  /// Creates a route to sessions; see ``SessionService/handler(of:for:)``.
  ///
  /// - Parameters:
  ///   - operation: The route's operation on a session, for the decision whether a request may use
  ///     it.
  ///   - isForHost: Whether only the program itself and other nodes can send its requests.
  ///   - takesQuery: Whether the route looks at the query itself. Otherwise a request with a parameter
  ///     gets 400.
  ///   - defersResponses: Whether responses wait until the changes that they contain are stored.
  ///   - admit: Refuses a request by its fields, before its content is read.
  ///   - relay: Responds in place of another node that has the session.
  init(
    _ method: HTTPMethod, _ pattern: String, _ description: OpenAPIOperation,
    of service: SessionService, for operation: SessionOperation,
    isForHost: Bool = false, content limit: Int? = Self.noContent, takesQuery: Bool = false,
    defersResponses: Bool = true, admit: @escaping Admit = { (_) throws(Problem) in },
    relay: SessionRoute.Relay? = nil,
    handle: @escaping SessionRoute.Handler
  ) {
    let route = SessionRoute(
      operation: operation, isForHost: isForHost, content: .collected(upTo: limit),
      takesQuery: takesQuery,
      defersResponses: defersResponses, admit: admit, relay: relay, handle: handle)
    self.operation = description
    handler = { service.handler(of: route, for: $0) }
    http = HTTPRoute(
      method, pattern, content: .deferred, service.handler(of: route, for: .client))
  }

  typealias Admit = @Sendable (HTTPRequest) throws(Problem) -> Void

  typealias Respond =
    @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) throws(Problem) -> Void
}

extension HTTPResponder {
  /// Runs a closure that responds, and responds with the problem if it throws one.
  func respond(_ body: () throws(Problem) -> Void) {
    do throws(Problem) {
      try body()
    } catch {
      respond(error.response)
    }
  }
}

/// The handling of requests to sessions at a path.
// A class: the exchange of each request has it.
final class SessionRoute: Sendable {
  /// Parses a request, and performs what it asks for:
  /// ``SessionExchange/perform(_:if:preferring:as:respond:)``.
  typealias Handler = @Sendable (SessionExchange) throws(Problem) -> Void

  typealias Relay = @Sendable (HTTPRequest, SessionID, HTTPResponder) -> Bool

  let operation: SessionOperation
  /// Whether only the program itself and other nodes can send its requests, which may use all sessions.
  let isForHost: Bool
  /// The amount of content that is read.
  let content: HTTPContentPolicy
  /// Whether the route looks at the query itself. Otherwise there must be no parameter.
  let takesQuery: Bool
  /// Whether responses wait until the changes that they contain are stored.
  let defersResponses: Bool
  /// Refuses a request by its fields, before its content is read.
  let admit: ServiceRoute.Admit
  /// Responds in place of another node that has the session, if there is a way; returns whether it
  /// does.
  let relay: Relay?
  /// Responds through the exchange, unless it throws.
  let handle: Handler

  init(
    operation: SessionOperation, isForHost: Bool, content: HTTPContentPolicy, takesQuery: Bool,
    defersResponses: Bool, admit: @escaping ServiceRoute.Admit, relay: Relay?,
    handle: @escaping Handler
  ) {
    self.operation = operation
    self.isForHost = isForHost
    self.content = content
    self.takesQuery = takesQuery
    self.defersResponses = defersResponses
    self.admit = admit
    self.relay = relay
    self.handle = handle
  }
}

/// The kind of sender of requests to sessions.
enum Caller: Sendable {
  /// A client, or the program itself.
  case client
  /// The inspector, which may use all sessions in memory, and extends no life.
  case inspector
  /// Another node of the cluster, where the request of a client came in.
  case peer
}
