/// Something that stands between a server and its handler: authentication, fields that belong to
/// every answer, measurements.
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
  /// Answers a request, or has `next` answer it.
  ///
  /// The request has its fields and not its content: what middleware refuses costs the server nothing but
  /// the fields, and a client that sends `Expect: 100-continue` is not told to go on. Nothing more is read
  /// from the connection until it has decided. Middleware that needs the content, as to check a signature,
  /// accepts it with ``HTTPResponder/acceptContent(of:_:_:)`` and passes on the request that it gets.
  ///
  /// `next` may be asked at once or later, with the request or a changed copy, with the responder or
  /// with ``HTTPResponder/intercepting(errorResponse:_:)``. Middleware that may answer while `next` does
  /// not, as when a time is over, passes on one that intercepts: the answer to the responder itself may be
  /// kept back by then. Called on an event loop's thread, which must not wait.
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler)
}

extension HTTPHandler {
  /// The handler behind middleware; a request reaches the first one first.
  public func behind(_ middleware: [any HTTPMiddleware]) -> any HTTPHandler {
    middleware.reversed().reduce(self) { next, middleware in
      GuardedHandler(middleware: middleware, next: next)
    }
  }
}

/// A handler with middleware in front of it.
private struct GuardedHandler: HTTPHandler {
  let middleware: any HTTPMiddleware
  let next: any HTTPHandler

  func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    middleware.respond(to: request, responder, next: next)
  }

  var routePatterns: [String] { next.routePatterns }

  var secretParameters: Set<String> { next.secretParameters }
}
