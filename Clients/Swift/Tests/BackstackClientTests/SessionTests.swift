import Foundation
import Testing

@testable import BackstackClient

@Suite("A session of a program")
struct SessionTests {
  private typealias Session = RemoteSession<Count, String>

  private struct Count: Codable, Equatable, Sendable { var count: Int }

  private let service = FakeService()
  private let clock = ManualClock()

  private func snapshot(_ version: Int, _ state: JSONValue? = nil) -> JSONValue {
    [
      "id": "s1", "feature": "counter", "version": .integer(Int64(version)),
      "state": state ?? ["count": .integer(Int64(version))],
    ]
  }

  private func options(key: String? = nil) -> RemoteOptions {
    let keys = Counter()
    return RemoteOptions(
      key: key, transport: service, clock: clock, makeKey: { "key-\(keys.next())" },
      random: { 0.5 })
  }

  private func open(
    _ url: String = "http://server", key: String? = nil, state: JSONValue? = nil
  ) async throws -> (Session, FakeService.Exchange) {
    let server = try #require(URL(string: url))
    async let opening = Session.open(server, feature: "counter", options: options(key: key))
    try await service.next().respond(snapshot(0, state), status: 201)
    let session = try await opening
    return (session, await service.next())
  }

  @Test("Paths follow the service's URL, and each request has the API key")
  func requests() async throws {
    let (session, stream) = try await open("https://example.com/api/", key: "secret")
    #expect(stream.request.url.absoluteString == "https://example.com/api/sessions/s1/events")
    #expect(stream.request.fields["Authorization"] == "Bearer secret")
    async let outcome = session.send("increment")
    let action = await service.next()
    #expect(action.request.url.absoluteString == "https://example.com/api/sessions/s1/actions")
    #expect(action.request.fields["Authorization"] == "Bearer secret")
    #expect(action.request.content == Data("\"increment\"".utf8))
    try action.respond(snapshot(1))
    #expect(try await outcome == .sent)
    #expect(await session.snapshot.state == Count(count: 1))
  }

  @Test("A creation has what the program asks for")
  func creation() async throws {
    let server = try #require(URL(string: "http://server"))
    async let opening = Session.open(
      server, feature: "counter", link: "/3", lifetime: 60, creationKey: "stored",
      options: options())
    let creation = await service.next()
    let content = try JSONDecoder().decode(
      JSONValue.self, from: #require(creation.request.content))
    #expect(content == ["feature": "counter", "link": "/3", "ttl": 60])
    #expect(creation.request.fields["Idempotency-Key"] == "\"stored\"")
    try creation.respond(snapshot(0).replacing("link", with: "/3"), status: 201)
    #expect(try await opening.snapshot.link == "/3")
  }

  @Test("Several actions are one request")
  func change() async throws {
    let (session, _) = try await open()
    async let outcome = session.change(["a", "b"])
    let action = await service.next()
    #expect(action.request.content == Data(#"["a","b"]"#.utf8))
    try action.respond(snapshot(2))
    #expect(try await outcome == .sent)
  }

  @Test("A reader of snapshots gets the present one, and then the latest")
  func snapshots() async throws {
    let (session, stream) = try await open()
    var reader = await session.snapshots.makeAsyncIterator()
    #expect(await reader.next()?.version == 0)
    stream.send(patch(1) + patch(2) + patch(3))
    _ = try await session.snapshot { $0.count == 3 }
    #expect(await reader.next()?.version == 3)
    await session.close()
    #expect(await reader.next() == nil)
    var late = await session.snapshots.makeAsyncIterator()
    #expect(await late.next()?.version == 3)
    #expect(await late.next() == nil)
  }

  private func patch(_ version: Int) -> String {
    """
    event: patch
    id: \(version)
    base: \(version - 1)
    data: [{"op":"replace","path":"/state/count","value":\(version)}]\n\n
    """
  }

  @Test("A lost action is sent again when the clock says so")
  func retry() async throws {
    let (session, _) = try await open()
    async let outcome = session.send("increment")
    await service.next().lose()
    await clock.hasSleeper(until: .milliseconds(375))
    clock.advance(by: .milliseconds(375))
    try await service.next().respond(snapshot(1))
    #expect(try await outcome == .sent)
  }

  @Test("A program that was told that a connection is lost is told when it is back")
  func statuses() async throws {
    let (session, stream) = try await open()
    var statuses = await session.statuses.makeAsyncIterator()
    #expect(await statuses.next() == .online)
    stream.lose()
    await clock.hasSleeper(until: .seconds(1))
    clock.advance(by: .seconds(1))
    let status = await statuses.next()
    guard case .offline(.unreachable) = status else {
      Issue.record("\(String(describing: status))")
      return
    }
    await clock.hasSleeper(until: .seconds(2))
    clock.advance(by: .seconds(1))
    await service.next().send(": beat\n\n")
    #expect(await statuses.next() == .online)
    await session.close()
    #expect(await statuses.next() == .gone(.closed))
    #expect(await statuses.next() == nil)
  }

  @Test("A closed session ends its stream, and sends nothing")
  func close() async throws {
    let (session, stream) = try await open()
    await session.close()
    await stream.isCancelled()
    await #expect(throws: RemoteError.closed) { try await session.send("increment") }
    await #expect(throws: RemoteError.closed) { try await session.end() }
  }

  @Test("A session that is not used any more ends its stream and its sequences")
  func deinitialization() async throws {
    var (session, stream): (Session?, FakeService.Exchange) = try await open()
    weak let weakSession = session
    let snapshots = try #require(await session?.snapshots)
    session = nil
    await stream.isCancelled()
    for await _ in snapshots {}
    #expect(weakSession == nil)
  }

  @Test("An opening that is cancelled is closed")
  func cancellation() async throws {
    let server = try #require(URL(string: "http://server"))
    let opening = Task { try await Session.open(server, feature: "counter", options: options()) }
    let creation = await service.next()
    opening.cancel()
    await creation.isCancelled()
    await #expect(throws: RemoteError.closed) { try await opening.value }
  }

  @Test("A state of another type can't be opened")
  func unreadable() async throws {
    await #expect {
      _ = try await open(state: ["count": "one"])
    } throws: { error in
      if case .unreadable = error as? RemoteError { true } else { false }
    }
  }

  @Test("A state that turns into another type ends the session for the program")
  func unreadableLater() async throws {
    let (session, stream) = try await open()
    let data = #"[{"op":"replace","path":"/state/count","value":"one"}]"#
    stream.send("event: patch\nid: 1\nbase: 0\ndata: \(data)\n\n")
    await stream.isCancelled()
    let status = await session.lastStatus
    guard case .gone(.unreadable) = status else {
      Issue.record("\(status)")
      return
    }
    #expect(await session.snapshot.state == Count(count: 0))
  }

  @Test("What waits when a state becomes unreadable is not sent any more")
  func unreadableResponse() async throws {
    let (session, stream) = try await open()
    async let first = session.send("a")
    let action = await service.next()
    let second = Task { try await session.send("b") }
    try action.respond(snapshot(1, ["count": "one"]))
    #expect(try await first == .sent)
    await stream.isCancelled()
    await #expect(throws: RemoteError.self) { try await second.value }
  }

  @Test("A URL without a host is no service", arguments: ["file:///tmp", "nothing"])
  func noService(_ text: String) async throws {
    let server = try #require(URL(string: text))
    let options = RemoteOptions(transport: service, clock: ImmediateClock())
    await #expect(throws: RemoteError.unreachable("\(text) is not the URL of a service.")) {
      try await Session.open(server, feature: "counter", options: options)
    }
  }

  @Test("An opening that can't be reached fails after eight attempts")
  func unreachable() async throws {
    let server = try #require(URL(string: "http://server"))
    let opening = Task { try await Session.open(server, feature: "counter", options: options()) }
    var time = Duration.zero
    for attempt in 0..<8 {
      await service.next().lose()
      guard attempt < 7 else { break }
      let wait = min(.milliseconds(500 << attempt), Duration.seconds(30)) * 0.75
      time += wait
      await clock.hasSleeper(until: time)
      clock.advance(by: wait)
    }
    await #expect {
      _ = try await opening.value
    } throws: { error in
      if case .unreachable = error as? RemoteError { true } else { false }
    }
  }
}
