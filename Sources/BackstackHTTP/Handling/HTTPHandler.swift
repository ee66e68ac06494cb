/// What answers requests.
public protocol HTTPHandler: Sendable {
  /// Answers one request through `responder`, at once or later.
  ///
  /// The request's fields are complete, and nothing of its content is read before the handler accepts it
  /// with ``HTTPResponder/acceptContent(of:_:_:)``.
  ///
  /// Called on an event loop's thread, which serves other connections too: work that waits or takes
  /// longer than about a millisecond belongs on another thread, with the responder kept for its
  /// answer.
  func respond(to request: HTTPRequest, _ responder: HTTPResponder)

  /// The patterns of the handler's routes, as logs and metrics name them; none by default. A handler
  /// that wraps a router passes the router's on.
  var routePatterns: [String] { get }

  /// The names of parameters of paths and queries whose values are secret; none by default. A handler
  /// that wraps a router passes the router's on.
  ///
  /// With any, the access log has of the secret segments of paths the first eight bytes only, and of
  /// secret values of queries nothing. Where no route tells what is secret, as in a path that leads
  /// nowhere, in other values of queries, and in `Referer`, it has of every part the first eight bytes.
  var secretParameters: Set<String> { get }
}

extension HTTPHandler {
  public var routePatterns: [String] { [] }

  public var secretParameters: Set<String> { [] }
}

/// A handler made of a closure that answers whole requests at once.
public struct HTTPClosureHandler: HTTPHandler {
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse

  public init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
    self.answer = answer
  }

  public func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    if request.isWhole {
      responder.respond(answer(request))
    } else {
      responder.acceptContent(of: request) { [answer] in responder.respond(answer($0)) }
    }
  }
}
