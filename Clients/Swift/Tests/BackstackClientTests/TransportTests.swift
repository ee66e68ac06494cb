import Foundation
import Testing

@testable import BackstackClient

@Suite("URLSession as a transport", .enabled(if: Server.isThere))
struct TransportTests {
  private let server: Server
  private let transport = URLSessionTransport()

  init() throws {
    server = try Server(["--storage", "memory"])
  }

  private func parts(_ path: String) -> AsyncThrowingStream<RemoteResponsePart, any Error> {
    transport.response(to: RemoteRequest(url: server.url.appendingPathComponent(path)))
  }

  private func text(_ path: String) async throws -> String {
    var content = Data()
    for try await case .content(let data) in parts(path) { content += data }
    return String(decoding: content, as: UTF8.self)
  }

  @Test("A redirection is a response, and is not followed")
  func redirection() async throws {
    var heads: [RemoteResponseHead] = []
    for try await case .head(let head) in parts("app") { heads.append(head) }
    #expect(heads.map(\.status) == [308])
    #expect(heads.first?["location"] == "/app/")
  }

  @Test("A response that nobody reads any more is cancelled")
  func cancellation() async throws {
    let session = try await RemoteSession<JSONValue, JSONValue>.open(
      server.url, feature: "counters", options: RemoteOptions(transport: transport))
    await session.close()
    let reading = Task {
      for try await case .content in parts("sessions/\(await session.id)/events") {
        return try await text("metrics")
      }
      return ""
    }
    // Its iterator ends with the loop, and the request with it.
    #expect(try await reading.value.contains("backstack_event_readers 1"))
    while try await !text("metrics").contains("backstack_event_readers 0") {}
  }

  @Test("A connection that is refused is an error")
  func refused() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    await #expect(throws: URLError.self) {
      for try await _ in transport.response(to: RemoteRequest(url: url)) {}
    }
  }
}
