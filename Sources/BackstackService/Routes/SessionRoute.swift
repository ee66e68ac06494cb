import BackstackCluster
import BackstackHTTP
import BackstackSessions

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

extension SessionService {
  /// Returns the handler of a caller's requests.
  func handler(of route: SessionRoute, for caller: Caller) -> HTTPRoute.Handler {
    { [self] request, parameters, responder in
      responder.respond { () throws(Problem) in
        try respond(to: request, parameters, responder, by: route, for: caller)
      }
    }
  }

  /// Responds to a request to a session, which is activated first if it is passive.
  ///
  /// A session that the request may not use gets the same response as one that does not exist, in
  /// the same time. The fields of the request decide both: content is read only for a session that
  /// exists, which is looked up again unless the content comes at once.
  ///
  /// - Throws: ``Problem`` if the path has no session id, or another node's request can't be read.
  private func respond(
    to request: HTTPRequest, _ parameters: HTTPPathParameters, _ responder: HTTPResponder,
    by route: SessionRoute, for caller: Caller
  ) throws(Problem) {
    var id: SessionID?
    parameters.withPlainBytes(of: "id") { id = SessionID(digits: $0) }
    guard let id = id ?? SessionID(parameters["id"] ?? "") else { throw .unknownSession }
    let access: SessionAccess =
      switch caller {
      case .inspector: .inspection
      case .client, .peer:
        route.isForHost ? .anyone : access(request.principal, route.operation)
      }
    let exchange = SessionExchange(
      request, responder, to: id, parameters, by: route, at: self, for: access)
    guard let ownership = cluster?.ownership, caller != .inspector else { return exchange.begin() }
    let origin = caller == .peer ? try PeerOrigin(request.fields) : nil
    ForwardedRequest(exchange, ownership, from: origin).start()
  }
}
