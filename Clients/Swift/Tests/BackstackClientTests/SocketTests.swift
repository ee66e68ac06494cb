import Foundation
import Testing

@testable import BackstackClient

@Suite("Sessions over sockets")
struct SocketTests {
  private typealias Session = RemoteSession<JSONValue, JSONValue>

  private let service = FakeService()
  private static let patch =
    #"{"base":0,"version":1,"patch":[{"op":"replace","path":"/state/count","value":1}]}"#

  /// Opens a session, which has asked whether there are sockets.
  private func open(_ sockets: FakeSockets) async throws -> Session {
    let options = RemoteOptions(
      key: "secret", transport: service, sockets: sockets, clock: ManualClock(),
      makeKey: { "key" })
    let url = try #require(URL(string: "https://server/shop/"))
    async let opening = Session.open(url, feature: "counter", options: options)
    try await service.next().respond(FakeService.snapshot(0, ["count": 0]), status: 201)
    let session = try await opening
    let question = await service.next()
    #expect(question.request.url.absoluteString == "https://server/shop/")
    try question.respond(["socket": "/sessions/{id}/socket"])
    return session
  }

  @Test("Actions go over the socket, and return once their answers have come after the changes")
  func acts() async throws {
    let sockets = FakeSockets()
    let session = try await open(sockets)
    let socket = try await sockets.next()
    #expect(
      socket.request.url.absoluteString == "wss://server/shop/sessions/s1/socket?version=0")
    #expect(socket.request.fields["Authorization"] == "Bearer secret")
    socket.tell(Self.patch)
    for await snapshot in await session.snapshots where snapshot.version == 1 { break }
    async let outcome = session.send("increment")
    let message = try await socket.next()
    #expect(message["send"] == "increment" && message["key"] == "key")
    let id = try #require(message["id"]?.integerValue)
    socket.tell(
      #"{"base":1,"version":2,"patch":[{"op":"replace","path":"/state/count","value":2}]}"#)
    socket.tell(#"{"id":\#(id),"version":2}"#)
    #expect(try await outcome == .sent)
    #expect(await session.snapshot.state == ["count": 2])
    await session.close()
  }

  @Test("What a socket has not answered is a request with the same key")
  func unanswered() async throws {
    let sockets = FakeSockets()
    let session = try await open(sockets)
    let socket = try await sockets.next()
    socket.tell(Self.patch)
    for await snapshot in await session.snapshots where snapshot.version == 1 { break }
    async let outcome = session.send("increment")
    _ = try await socket.next()
    socket.lose()
    let request = await service.next()
    #expect(request.path.hasSuffix("/sessions/s1/actions"))
    #expect(request.request.fields["Idempotency-Key"] == "\"key\"")
    try request.respond(FakeService.snapshot(2, ["count": 2]))
    #expect(try await outcome == .sent)
    await session.close()
  }

  @Test("Where no socket opens, the session has a stream, and sends requests")
  func refused() async throws {
    let sockets = FakeSockets(isRefusing: true)
    let session = try await open(sockets)
    _ = try await sockets.next()
    let stream = await service.next()
    #expect(stream.path.hasSuffix("/sessions/s1/events"))
    stream.send(": beat\n\n")
    async let outcome = session.send("increment")
    let request = await service.next()
    #expect(request.path.hasSuffix("/sessions/s1/actions"))
    try request.respond(FakeService.snapshot(1, ["count": 1]))
    #expect(try await outcome == .sent)
    await session.close()
  }
}
