import BackstackHTTP
import BackstackService

/// A way to a service.
protocol ServiceConnection: Sendable {
  /// Sends a request and waits for its answer.
  func send(_ request: HTTPRequest) async throws -> ServiceAnswer
}

/// The way that needs no socket.
struct HandlerConnection: ServiceConnection {
  let server: BackstackServer

  func send(_ request: HTTPRequest) async throws -> ServiceAnswer {
    await withCheckedContinuation { continuation in
      server.answer(request) { response in
        continuation.resume(
          returning: ServiceAnswer(
            status: response.status.code, fields: response.fields, content: response.body.bytes))
      }
    }
  }
}
