/// Finds the route for a request by its path and method (RFC 9110 §9, §15.5.5, §15.5.6).
///
/// - A pattern's literal segments stand above its parameters. Parameters match one segment that is
///   not empty; they are given percent-decoded.
/// - A trailing slash is significant: `/sessions/` is not `/sessions` and is answered 404. Dot
///   segments have no meaning. An invalid percent-encoding anywhere in the path is answered 400.
/// - HEAD is served by GET's handler, unless it has its own; OPTIONS is answered 204 with `Allow`;
///   any other method on a known path is answered 405 with `Allow`.
/// - A method that everybody knows, as PATCH or QUERY, is 405 as well; any other that no route takes is
///   not implemented by this server at all: 501, whatever the path (RFC 9110 §9.1).
///
/// All of that is decided by the head: content is read only for a route that wants it.
///
/// Matching compares bytes and makes no strings.
public struct HTTPRouter: HTTPHandler {
  /// The routes in the order they were given.
  public let routes: [HTTPRoute]
  public let routePatterns: [String]
  public let secretParameters: Set<String>
  private let table: HTTPRouteTable
  private let allMethods: String

  /// Builds the table of routes.
  ///
  /// - Parameters:
  ///   - routes: The routes.
  ///   - secretParameters: The names of parameters of paths, such as `id` for `{id}`, and of queries whose
  ///     values are secret.
  /// - Precondition: Patterns begin with a slash, have at most eight parameters with names that
  ///   differ, and no two routes have the same method and shape.
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
    allMethods = HTTPRoutePlace.allow(routes)
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
    guard let place = table.place(match) else {
      responder.fail(implements(request.method) ? .noSuchPath : .methodNotImplemented)
      return
    }
    request.storage.route = place.number
    guard let entry = place.entry(for: request.method) else {
      if request.method == .options {
        responder.respond(HTTPResponse(status: .noContent, fields: [.allow: place.allow]))
      } else {
        responder.fail(
          implements(request.method)
            ? .methodNotAllowed(allow: place.allow) : .methodNotImplemented)
      }
      return
    }
    let parameters = HTTPPathParameters(
      request: request.storage, entry: entry, values: match.values)
    if request.hasContent {
      responder.acceptContent(of: request, entry.route.content) { request in
        entry.route.answer(request, parameters, responder)
      }
    } else {
      entry.route.answer(request, parameters, responder)
    }
  }

  /// Whether the method is one that everybody knows, or that a route takes.
  private func implements(_ method: HTTPMethod) -> Bool {
    HTTPMethod.standard.contains(method) || routes.contains { $0.method == method }
  }

  /// Where the path of a request leads; `nil` for a path with invalid escapes.
  private func match(_ request: HTTPRequest) -> HTTPRouteMatch? {
    let path = request.storage.head.path.range
    let bytes = request.storage.head.fields.bytes
    guard HTTPRouter.hasValidEscapes(bytes.span, path) else { return nil }
    var match = HTTPRouteMatch(table: table)
    table.tree.find(bytes.span, path, &match)
    return match
  }

  /// Whether every segment with an escape decodes to UTF-8; others are ASCII already.
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

  static func methodNotAllowed(allow: String) -> HTTPError {
    HTTPError(
      status: .methodNotAllowed, code: .methodNotAllowed,
      message: "This path does not take this method; it takes \(allow).",
      fields: [.allow: allow])
  }
}
