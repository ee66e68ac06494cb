import BackstackHTTP

/// A route and its description for the OpenAPI document.
struct ServiceRoute: Sendable {
  let http: HTTPRoute
  let operation: OpenAPIOperation

  /// How many bytes of content are read where none is expected.
  static let noContent = 1024

  /// A route that answers at once.
  ///
  /// - Parameter limit: The most bytes of content, `nil` for the server's limit; more is answered 413.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    content limit: Int? = Self.noContent,
    answer: @escaping @Sendable (HTTPRequest, HTTPPathParameters) throws(Problem) -> HTTPResponse
  ) {
    self.init(method, pattern, operation, content: limit) {
      (request, parameters, responder) throws(Problem) in
      responder.respond(try answer(request, parameters))
    }
  }

  /// A route that answers through a responder, unless it throws.
  init(
    _ method: HTTPMethod, _ pattern: String, _ operation: OpenAPIOperation,
    content limit: Int? = Self.noContent,
    respond:
      @escaping @Sendable (HTTPRequest, HTTPPathParameters, HTTPResponder) throws(Problem) -> Void
  ) {
    self.operation = operation
    http = HTTPRoute(method, pattern, content: .collected(upTo: limit)) {
      request, parameters, responder in
      do throws(Problem) {
        try respond(request, parameters, responder)
      } catch {
        responder.respond(error.response)
      }
    }
  }
}
