/// One route: a method, a pattern such as `/sessions/{id}/actions`, and the handler of its
/// requests.
public struct HTTPRoute: Sendable {
  public typealias Handler =
    @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) -> Void

  public let method: HTTPMethod
  public let pattern: String
  /// The form in which the handler wants the content of a request.
  public let content: HTTPContentPolicy
  /// The handler of the requests that match.
  public let handle: Handler

  /// Creates a route whose handler responds through the responder, at once or later.
  public init(
    _ method: HTTPMethod, _ pattern: String, content: HTTPContentPolicy = .collected(),
    _ handle: @escaping Handler
  ) {
    self.method = method
    self.pattern = pattern
    self.content = content
    self.handle = handle
  }

  /// Returns a route whose handler returns the response; errors that it throws go to
  /// `errorResponse`.
  public static func returning(
    _ method: HTTPMethod, _ pattern: String, content: HTTPContentPolicy = .collected(),
    _ respond:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(HTTPError) -> HTTPResponse
  ) -> HTTPRoute {
    HTTPRoute(method, pattern, content: content) { request, parameters, responder in
      do throws(HTTPError) {
        responder.respond(try respond(request, parameters))
      } catch {
        responder.fail(error)
      }
    }
  }
}
