/// A handler of requests.
public protocol HTTPHandler: Sendable {
  /// Responds to one request through `responder`, at once or later.
  ///
  /// The request's fields are complete. Its content is only read once the handler accepts it with
  /// ``HTTPResponder/acceptContent(of:_:_:)``.
  ///
  /// Called on an event loop's thread, which serves other connections too: do work that waits or
  /// takes longer than about a millisecond on another thread, and keep the responder for the
  /// response.
  func respond(to request: HTTPRequest, _ responder: HTTPResponder)

  /// The patterns of the handler's routes, for logs and metrics; none by default. A handler that
  /// wraps a router returns the router's.
  var routePatterns: [String] { get }

  /// The names of path and query parameters whose values are secret; none by default. A handler
  /// that wraps a router returns the router's.
  ///
  /// If there are any, the access log shortens secret path segments to their first eight bytes and
  /// omits secret query values. Where no route marks the secret parts (in paths without a route, in
  /// other query values and in `Referer`), it shortens every part to its first eight bytes.
  var secretParameters: Set<String> { get }
}

extension HTTPHandler {
  public var routePatterns: [String] { [] }

  public var secretParameters: Set<String> { [] }
}

/// A handler that calls a closure, which responds to whole requests at once.
public struct HTTPClosureHandler: HTTPHandler {
  private let respond: @Sendable (HTTPRequest) -> HTTPResponse

  public init(_ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
    self.respond = respond
  }

  public func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    if request.isWhole {
      responder.respond(respond(request))
    } else {
      responder.acceptContent(of: request) { [respond] in responder.respond(respond($0)) }
    }
  }
}
