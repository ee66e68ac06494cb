import BackstackHTTP
import BackstackService

/// A connection to a service.
protocol ServiceConnection: Sendable {
  /// Sends a request and waits for its response.
  func send(_ request: HTTPRequest) async throws -> ServiceResponse
}

/// A connection that calls the service's handler directly, without a socket.
struct HandlerConnection: ServiceConnection {
  let server: BackstackServer

  func send(_ request: HTTPRequest) async throws -> ServiceResponse {
    await withCheckedContinuation { continuation in
      server.respond(to: request) { response in
        continuation.resume(
          returning: ServiceResponse(
            status: response.status.code, fields: response.fields, content: response.body.bytes))
      }
    }
  }
}
