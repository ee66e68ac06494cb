/// A layer between a server and its handler, for authentication, fields of every response or
/// measurements.
///
/// ```swift
/// struct Authentication: HTTPMiddleware {
///   func respond(
///     to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler
///   ) {
///     guard let user = user(of: request.fields[.authorization]) else {
///       return responder.respond(HTTPResponse(status: .unauthorized))
///     }
///     var request = request
///     request.principal = HTTPPrincipal(id: user)
///     next.respond(to: request, responder)
///   }
/// }
/// ```
public protocol HTTPMiddleware: Sendable {
  /// Responds to a request, or lets `next` respond.
  ///
  /// The request has its fields but not its content. So a request that middleware refuses costs the
  /// server only the fields, and a client that sends `Expect: 100-continue` is not told to send its
  /// content. Nothing more is read from the connection until the middleware has decided. Middleware
  /// that needs the content, for instance to check a signature, accepts it with
  /// ``HTTPResponder/acceptContent(of:_:_:)`` and passes on the request that it gets.
  ///
  /// Call `next` at once or later, with the request or a changed copy, with the responder or with
  /// ``HTTPResponder/intercepting(errorResponse:_:)``. Middleware that may respond although `next`
  /// does not, as after a time limit, passes an intercepting responder on: by then a gate may have
  /// deferred the response to the responder itself. Called on an event loop's thread, which must
  /// not wait.
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler)

  /// The patterns of the routes that the middleware serves itself, for logs and metrics; none by
  /// default. No router or other middleware has the same one. For each such request, the middleware
  /// calls ``HTTPRequest/match(_:by:before:)``.
  var ownRoutePatterns: [String] { get }
}

extension HTTPMiddleware {
  public var ownRoutePatterns: [String] { [] }
}

extension HTTPRequest {
  /// Makes logs and metrics count the request for a route that middleware serves itself.
  ///
  /// - Parameters:
  ///   - pattern: The route's pattern: one of the middleware's, or of a route of `next` that it
  ///     serves otherwise.
  ///   - middleware: The middleware that serves it.
  ///   - next: The handler that the middleware has got.
  /// - Complexity: O(1) for a pattern of the middleware's, otherwise O(n), where n is the number of
  ///   routes.
  public func match(
    _ pattern: String, by middleware: some HTTPMiddleware, before next: any HTTPHandler
  ) {
    let patterns = next.routePatterns
    let own = middleware.ownRoutePatterns.firstIndex(of: pattern).map { patterns.count + $0 }
    storage.route = (own ?? patterns.firstIndex(of: pattern)).map { $0 + 1 } ?? 0
  }
}

extension HTTPHandler {
  /// Returns the handler behind middleware; a request reaches the first middleware first.
  ///
  /// - Precondition: Each route pattern of the middleware's own is its alone.
  public func behind(_ middleware: [any HTTPMiddleware]) -> any HTTPHandler {
    middleware.reversed().reduce(self) { next, middleware in
      GuardedHandler(middleware: middleware, next: next)
    }
  }
}

/// A handler behind one layer of middleware.
private struct GuardedHandler: HTTPHandler {
  let middleware: any HTTPMiddleware
  let next: any HTTPHandler
  let routePatterns: [String]

  init(middleware: any HTTPMiddleware, next: any HTTPHandler) {
    self.middleware = middleware
    self.next = next
    let (inner, own) = (next.routePatterns, middleware.ownRoutePatterns)
    // Metrics would have it twice.
    precondition(Set(inner).isDisjoint(with: own), "Two handlers have one route pattern: \(own)")
    routePatterns = inner + own
  }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    middleware.respond(to: request, responder, next: next)
  }

  var secretParameters: Set<String> { next.secretParameters }
}
