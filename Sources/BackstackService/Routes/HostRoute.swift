public import BackstackHTTP
import BackstackSessions

/// A route that a program adds to the service: for a webhook, or for jobs of its own.
///
/// ```swift
/// HostRoute(.post, "/webhooks/kitchen", for: .anyone) { request, _ in
///   guard signature.matches(request.fields["X-Signature"] ?? "", of: request.body) else {
///     return HTTPResponse(status: .unauthorized)
///   }
///   let ready = try request.decoded(as: OrderReady.self)
///   try await server.send(Order.Action.ready(ready.dish), to: ready.session)
///   return HTTPResponse(status: .noContent)
/// }
/// ```
public struct HostRoute: Sendable {
  /// The senders whose requests a route takes.
  public enum Access: Sendable, Hashable {
    /// The clients of the service: those with a key, if it has keys.
    case clients
    /// Everyone. The route decides itself whom it trusts, for instance by a signature.
    case anyone
  }

  public typealias Respond =
    @Sendable (HTTPRequest, HTTPPathParameters) async throws -> HTTPResponse

  let access: Access
  let method: HTTPMethod
  let pattern: String
  private let content: HTTPContentPolicy
  private let respond: Respond

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - method: The method of its requests.
  ///   - pattern: Their path, in which a segment such as `{order}` is a parameter.
  ///   - access: The senders. The limits of rates and the middleware apply to all.
  ///   - limit: The maximum number of bytes of their content; more get 413.
  ///   - respond: Returns the response to a request with its content, in a task that is cancelled when
  ///     the client has gone. Errors become responses: an `HTTPError` and a `SessionError` tell
  ///     the client their reason; of any other, the client gets 500, and the log the reason.
  public init(
    _ method: HTTPMethod, _ pattern: String, for access: Access = .clients,
    content limit: Int = 64 * 1024, respond: @escaping Respond
  ) {
    self.method = method
    self.pattern = pattern
    self.access = access
    content = .collected(upTo: limit)
    self.respond = respond
  }

  /// Returns the route of a service.
  ///
  /// - Parameter report: Logs an error that the client gets no reason for.
  func route(report: @escaping @Sendable (any Error) -> Void) -> HTTPRoute {
    HTTPRoute(method, pattern, content: content) { [respond] request, parameters, responder in
      let task = Task {
        do {
          responder.respond(try await respond(request, parameters))
        } catch let problem as Problem {
          responder.respond(problem.response)
        } catch let error as SessionError {
          responder.respond(Problem(error).response)
        } catch let error as HTTPError {
          responder.fail(error)
        } catch {
          report(error)
          responder.fail(
            HTTPError(
              status: .internalServerError, code: .noResponse,
              message: "The server failed to process the request."))
        }
      }
      responder.onCancel { task.cancel() }
    }
  }
}

extension HTTPRequest {
  /// Decodes the request's content, which must be JSON.
  ///
  /// - Throws: An error that a `HostRoute` answers with 400, 415 or 422 and the reason.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try requireJSONContent()
    return try WireCoding.decode(type, from: body, within: ClientInput())
  }
}
