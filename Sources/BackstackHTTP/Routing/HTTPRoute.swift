/// One route: a method, a pattern such as `/sessions/{id}/actions`, and what answers it.
public struct HTTPRoute: Sendable {
  public typealias Answer =
    @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) -> Void

  public let method: HTTPMethod
  public let pattern: String
  let answer: Answer

  /// A route whose handler answers through the responder, at once or later.
  public init(_ method: HTTPMethod, _ pattern: String, _ answer: @escaping Answer) {
    self.method = method
    self.pattern = pattern
    self.answer = answer
  }

  /// A route whose handler returns the answer; what it throws goes to `errorResponse`.
  public static func returning(
    _ method: HTTPMethod, _ pattern: String,
    _ answer:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(HTTPError) -> HTTPResponse
  ) -> HTTPRoute {
    HTTPRoute(method, pattern) { request, parameters, responder in
      do throws(HTTPError) {
        responder.respond(try answer(request, parameters))
      } catch {
        responder.fail(error)
      }
    }
  }
}
