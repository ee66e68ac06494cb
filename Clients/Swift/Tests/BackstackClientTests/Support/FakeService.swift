import Foundation

@testable import BackstackClient

/// A transport whose requests a test responds to, in their order.
final class FakeService: RemoteTransport {
  /// A request that has no response yet.
  struct Exchange: Sendable {
    let request: RemoteRequest
    fileprivate let parts: AsyncThrowingStream<RemoteResponsePart, any Error>.Continuation
    /// Ends once nobody waits for the response any more.
    let cancelled: AsyncStream<Void>

    var path: String { request.url.path }

    func respond(_ json: JSONValue, status: Int = 200) throws {
      parts.yield(.head(RemoteResponseHead(status: status)))
      parts.yield(.content(try JSONEncoder().encode(json)))
      parts.finish()
    }

    func send(_ text: String) {
      parts.yield(.head(RemoteResponseHead(status: 200)))
      parts.yield(.content(Data(text.utf8)))
    }

    func lose() {
      parts.finish(throwing: URLError(.networkConnectionLost))
    }

    func isCancelled() async {
      for await _ in cancelled {}
    }
  }

  private let exchanges: AsyncStream<Exchange>
  private let arrivals: AsyncStream<Exchange>.Continuation

  init() {
    (exchanges, arrivals) = AsyncStream.makeStream()
  }

  func response(
    to request: RemoteRequest
  ) -> AsyncThrowingStream<RemoteResponsePart, any Error> {
    let (stream, parts) = AsyncThrowingStream.makeStream(of: RemoteResponsePart.self)
    let (cancelled, ended) = AsyncStream.makeStream(of: Void.self)
    parts.onTermination = { _ in ended.finish() }
    arrivals.yield(Exchange(request: request, parts: parts, cancelled: cancelled))
    return stream
  }

  /// The next request, once it comes.
  func next() async -> Exchange {
    for await exchange in exchanges { return exchange }
    fatalError("a test that was cancelled")
  }

  /// Opens a session of states and actions that are JSON, and returns it with its stream.
  func open(
    _ state: JSONValue, clock: ManualClock = ManualClock()
  ) async throws -> (RemoteSession<JSONValue, JSONValue>, Exchange) {
    let options = RemoteOptions(transport: self, clock: clock)
    guard let url = URL(string: "http://server") else { throw URLError(.badURL) }
    async let opening = RemoteSession<JSONValue, JSONValue>.open(
      url, feature: "counter", options: options)
    try await next().respond(Self.snapshot(0, state), status: 201)
    return (try await opening, await next())
  }

  static func snapshot(_ version: Int, _ state: JSONValue) -> JSONValue {
    [
      "id": "s1", "feature": "counter", "version": .integer(Int64(version)), "state": state,
    ]
  }
}
