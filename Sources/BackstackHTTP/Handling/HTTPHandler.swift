/// What answers requests.
public protocol HTTPHandler: Sendable {
  /// Answers one request through `responder`, at once or later.
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

  /// Decides what becomes of the content of a request whose fields have arrived: how much there may
  /// be, and whether the handler takes it as it comes.
  ///
  /// Called on an event loop's thread, only for requests with content. By default content is
  /// collected up to ``HTTPLimits/bodyBytes``.
  func contentPolicy(for request: HTTPRequest) -> HTTPContentPolicy
}

extension HTTPHandler {
  public var routePatterns: [String] { [] }

  public var secretParameters: Set<String> { [] }

  public func contentPolicy(for request: HTTPRequest) -> HTTPContentPolicy { .collected() }
}

/// A handler made of a closure that answers at once.
public struct HTTPClosureHandler: HTTPHandler {
  private let answer: @Sendable (HTTPRequest) -> HTTPResponse

  public init(_ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse) {
    self.answer = answer
  }

  public func respond(to request: HTTPRequest, _ responder: HTTPResponder) {
    responder.respond(answer(request))
  }
}
