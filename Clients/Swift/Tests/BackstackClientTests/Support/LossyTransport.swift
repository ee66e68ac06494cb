import Foundation

@testable import BackstackClient

/// Sends requests, and loses the responses to the first of those that send actions.
struct LossyTransport: RemoteTransport {
  private let base = URLSessionTransport()
  private let actions = Counter()
  private let losses: Int

  init(losses: Int) { self.losses = losses }

  func response(
    to request: RemoteRequest
  ) -> AsyncThrowingStream<RemoteResponsePart, any Error> {
    let response = base.response(to: request)
    guard request.url.path.hasSuffix("/actions"), actions.next() <= losses else { return response }
    return AsyncThrowingStream {
      // The action has taken effect when its response is lost.
      for try await _ in response {}
      throw URLError(.networkConnectionLost)
    }
  }
}
