/// A handler that finds the route for a request by its path and method (RFC 9110 §9, §15.5.5,
/// §15.5.6).
///
/// - A pattern's literal segments have precedence over its parameters. A parameter matches one
///   segment that is not empty; its value is percent-decoded.
/// - A trailing slash is significant: `/sessions/` is not `/sessions` and gets status 404. Dot
///   segments have no meaning. An invalid percent-encoding anywhere in the path gets 400.
/// - HEAD is served by GET's handler, unless it has its own; OPTIONS gets 204 with `Allow`; any
///   other method on a known path gets 405 with `Allow`.
/// - A standard method, such as PATCH or QUERY, gets 405 as well; any other method without a route
///   is not implemented by this server at all: it gets 501, whatever the path (RFC 9110 §9.1).
///
/// The head alone decides all of that: content is only read for a route that wants it.
///
/// Matching compares bytes and creates no strings.
public struct HTTPRouter: HTTPHandler {
  /// The routes, in the given order.
  public let routes: [HTTPRoute]
  public let routePatterns: [String]
  public let secretParameters: Set<String>
  private let table: HTTPRouteTable
  private let allMethods: String

  /// Creates a router and its table of routes.
  ///
  /// - Parameters:
  ///   - routes: The routes.
  ///   - secretParameters: The names of the path parameters, such as `id` for `{id}`, and query
  ///     parameters whose values are secret.
  /// - Precondition: Patterns begin with a slash and have at most eight parameters with different
  ///   names, and no two routes have the same method and shape.
  public init(_ routes: [HTTPRoute], secretParameters: Set<String> = []) {
    self.routes = routes
    self.secretParameters = secretParameters
    var numbers: [String: Int] = [:]
    var patterns: [String] = []
    for route in routes where numbers[route.pattern] == nil {
      patterns.append(route.pattern)
      numbers[route.pattern] = patterns.count
    }
    routePatterns = patterns
    table = HTTPRouteTable(routes, numbers: numbers)
    allMethods = HTTPEndpoint.allow(routes)
  }

  public func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    let path = request.storage.head.path.range
    if path.isEmpty {
      responder.respond(HTTPResponse(status: .noContent, fields: [.allow: allMethods]))
      return
    }
    guard let match = match(request) else {
      responder.fail(.invalidPercentEncoding)
      return
    }
    guard let endpoint = table.endpoint(match) else {
      responder.fail(implements(request.method) ? .noSuchPath : .methodNotImplemented)
      return
    }
    request.storage.route = endpoint.number
    guard let entry = endpoint.entry(for: request.method) else {
      if request.method == .options {
        responder.respond(HTTPResponse(status: .noContent, fields: [.allow: endpoint.allow]))
      } else {
        responder.fail(
          implements(request.method)
            ? .methodNotAllowed(allow: endpoint.allow) : .methodNotImplemented)
      }
      return
    }
    let parameters = HTTPPathParameters(
      request: request.storage, entry: entry, values: match.values)
    if request.hasContent, entry.route.content != .deferred {
      responder.acceptContent(of: request, entry.route.content) { request in
        entry.route.handle(request, parameters, responder)
      }
    } else {
      entry.route.handle(request, parameters, responder)
    }
  }

  /// Returns the route that a request would take; `nil` if there is none.
  package func route(for request: HTTPRequest) -> HTTPRoute? {
    match(request).flatMap { table.endpoint($0) }?.entry(for: request.method)?.route
  }

  /// Returns whether the method is standard or has a route.
  private func implements(_ method: HTTPMethod) -> Bool {
    HTTPMethod.standard.contains(method) || routes.contains { $0.method == method }
  }

  /// Returns where the path of a request leads; `nil` for a path with invalid escapes.
  private func match(_ request: HTTPRequest) -> HTTPRouteMatch? {
    let path = request.storage.head.path.range
    let bytes = request.storage.head.fields.bytes
    guard HTTPRouter.hasValidEscapes(bytes.span, path) else { return nil }
    var match = HTTPRouteMatch(table: table)
    table.tree.find(bytes.span, path, &match)
    return match
  }

  /// Returns whether every segment with an escape decodes to UTF-8; others are ASCII already.
  private static func hasValidEscapes(
    _ bytes: borrowing Span<UInt8>, _ path: Range<Int>
  ) -> Bool {
    !PercentDecoding.isNeeded(bytes, path) || PercentDecoding.decodeText(bytes, path) != nil
  }
}

extension HTTPError {
  static var noSuchPath: HTTPError {
    HTTPError(status: .notFound, code: .notFound, message: "There is nothing at this path.")
  }

  static var methodNotImplemented: HTTPError {
    HTTPError(
      status: .notImplemented, code: .unsupportedMethod,
      message: "No path of this server takes this method.")
  }

  package static func methodNotAllowed(allow: String) -> HTTPError {
    HTTPError(
      status: .methodNotAllowed, code: .methodNotAllowed,
      message: "This path does not take this method; it takes \(allow).",
      fields: [.allow: allow])
  }
}
