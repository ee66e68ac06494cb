import Testing

@testable import BackstackHTTP

/// RFC 9112 §9.3.
@Suite("Persistence")
struct PersistenceTests {
  @Test(
    "The version and the Connection field decide whether the connection persists",
    arguments: [
      ("1.1", "", true), ("1.1", "Connection: close\r\n", false),
      ("1.1", "Connection: x, Close ,y\r\n", false), ("1.1", "Connection: closed\r\n", true),
      ("1.1", "Connection: keep-alive\r\nConnection: close\r\n", false), ("1.0", "", false),
      ("1.0", "Connection: Keep-Alive\r\n", true),
      ("1.0", "Connection: keep-alive, close\r\n", false),
    ])
  func decidesPersistence(version: String, field: String, keepsAlive: Bool) {
    let stream = ParsedStream("GET / HTTP/\(version)\r\nHost: a\r\n\(field)\r\n")
    #expect(stream.requests.first?.keepsAlive == keepsAlive)
  }
}
