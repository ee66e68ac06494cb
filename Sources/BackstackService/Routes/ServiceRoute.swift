import BackstackHTTP

/// A route and its description for the OpenAPI document.
struct ServiceRoute: Sendable {
  let http: HTTPRoute
  let operation: OpenAPIOperation

  /// A route that answers at once.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    answer: @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(Problem) -> HTTPResponse
  ) {
    self.init(method, pattern, operation) {
      (request, parameters, responder) throws(Problem) in
      responder.respond(try answer(request, parameters))
    }
  }

  /// A route that answers through a responder, unless it throws.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    respond:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) throws(Problem) -> Void
  ) {
    self.operation = operation
    http = HTTPRoute(method, pattern) { request, parameters, responder in
      do throws(Problem) {
        try respond(request, parameters, responder)
      } catch {
        responder.respond(error.response)
      }
    }
  }
}
