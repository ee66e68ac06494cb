/// One route: a method, a pattern such as `/sessions/{id}/actions`, and what answers it.
public struct HTTPRoute: Sendable {
  public typealias Answer =
    @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) -> Void

  public let method: HTTPMethod
  public let pattern: String
  /// How the content of a request is wanted.
  public let content: HTTPContentPolicy
  /// What answers a request that it matches.
  public let answer: Answer

  /// A route whose handler answers through the responder, at once or later.
  public init(
    _ method: HTTPMethod, _ pattern: String, content: HTTPContentPolicy = .collected(),
    _ answer: @escaping Answer
  ) {
    self.method = method
    self.pattern = pattern
    self.content = content
    self.answer = answer
  }

  /// A route whose handler returns the answer; what it throws goes to `errorResponse`.
  public static func returning(
    _ method: HTTPMethod, _ pattern: String, content: HTTPContentPolicy = .collected(),
    _ answer:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(HTTPError) -> HTTPResponse
  ) -> HTTPRoute {
    HTTPRoute(method, pattern, content: content) { request, parameters, responder in
      do throws(HTTPError) {
        responder.respond(try answer(request, parameters))
      } catch {
        responder.fail(error)
      }
    }
  }
}
