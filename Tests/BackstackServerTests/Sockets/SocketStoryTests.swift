import BackstackTestSupport
import Foundation
import Testing

@Suite("Sockets used by another implementation", .endsAtFailure)
struct SocketStoryTests {
  @Test(
    "A client by another package sends actions, follows, resumes and is refused",
    arguments: ["websockets", "wsproto"])
  func story(package: String) async throws {
    try await withServer { server in
      let output = try await offPool {
        try PythonScript("story.py").output(
          for: "", ["\(server.port)", package])
      }
      #expect(
        String(decoding: output, as: UTF8.self) == """
          backstack.v1
          snapshot
          base=0 version=1 patch
          id=1 version=1
          pong True
          base=1 version=2 patch
          id=2 version=2
          base=1 version=2 patch
          id=2 version=2
          base=2 version=3 patch
          base=2 version=3 patch
          id=3 problem
          snapshot
          closed 1003
          nothing
          closed 1008
          nothing
          closed 1009
          403 /problems/foreign-page
          nothing
          end
          closed 4410

          """)
    }
  }

  @Test("A server that stops closes sockets with 1001")
  func drains() async throws {
    let server = try TestServer()
    let session = try await SessionClient(
      server.makeClient(), creating: #"{"feature":"counters"}"#)
    var connection: RawConnection? = try RawConnection(port: server.port)
    try await connection?.send(
      "GET \(session.path)/socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
        + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Protocol: backstack.v1\r\n\r\n")
    let head = try await connection?.receive(until: "\r\n\r\n") ?? ""
    #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    #expect(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    _ = try await connection?.receive(until: #"{"snapshot":{"id":""#)
    async let isDrained = server.shutDown()
    _ = try await connection?.receive(until: "The server is about to stop.")
    // Else the server would wait for the client's close frame.
    connection = nil
    #expect(try await isDrained)
  }
}
