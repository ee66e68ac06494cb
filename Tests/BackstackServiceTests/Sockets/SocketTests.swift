import BackstackPlatform
import BackstackSessionsTestSupport
import BackstackTestSupport
import BackstackTesting
import Testing

@testable import BackstackHTTP
@testable import BackstackService
@testable import BackstackSessions

@Suite("Sockets of sessions")
struct SocketTests {
  let service = ErrandService()
  private var client: ServiceClient { service.client }

  private static func answer(_ id: Int, _ version: Int) -> String {
    #"{"id":\#(id),"version":\#(version)}"#
  }

  @Test("A snapshot comes first; then each action's patch, and its answer after it")
  func story() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    let first = socket.read()
    #expect(first.count == 1 && first[0].hasPrefix(#"{"snapshot":{"id":""#))
    #expect(first[0].contains(#""version":0,"state":{"count":0,"path":[]}"#))
    socket.send(#"{"id":7,"send":"add"}"#)
    let patch = #"[{"op":"replace","path":"/state/count","value":1}]"#
    #expect(socket.read() == [#"{"base":0,"version":1,"patch":\#(patch)}"#, Self.answer(7, 1)])
    // Others' changes come as well.
    _ = await client.act(session, #""add""#)
    #expect(socket.read().map { $0.prefix(22) } == [#"{"base":1,"version":2,"#])
    #expect(socket.close == nil)
  }

  @Test("The patch of a message is made by the thread that has processed it")
  func onOneThread() async throws {
    let calls = Guarded(0)
    let client = ServiceClient(
      streams: EventStreams { work in
        calls.withLock { $0 += 1 }
        work()
      })
    let session = await client.create(#"{"feature":"counters"}"#)
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    let before = calls.withLock { $0 }
    for id in 1...3 {
      socket.send(#"{"id":\#(id),"send":"addCounterButtonTapped"}"#)
      #expect(socket.read().map { $0.prefix(8) } == [#"{"base":"#, #"{"id":\#(id),"#])
    }
    #expect(calls.withLock { $0 } == before)
    // Others' changes are published by another thread.
    _ = await client.act(session, #""addCounterButtonTapped""#)
    #expect(calls.withLock { $0 } > before)
  }

  @Test("Several messages are processed in order, and each has its answer")
  func order() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    for id in 1...5 { socket.send(#"{"id":\#(id),"send":["add","add"]}"#) }
    let messages = socket.read()
    #expect(messages.filter { $0.contains("\"id\":") } == (1...5).map { Self.answer($0, 2 * $0) })
    // Each answer comes after the patch that leads to its version.
    for id in 1...5 {
      let answer = messages.firstIndex(of: Self.answer(id, 2 * id)) ?? 0
      #expect(
        messages[..<answer].contains { message in
          (2 * id...10).contains { message.contains("\"version\":\($0),\"patch\"") }
        })
    }
  }

  @Test("A client that has a version gets the patches since, if they are remembered")
  func resumes() async throws {
    let session = await service.create()
    let first = try #require(await client.socket(session))
    _ = first.read()
    first.send(#"{"id":1,"send":"add"}"#)
    _ = first.read()
    first.leave()
    let second = try #require(await client.socket(session, "?version=0"))
    #expect(second.read().map { $0.prefix(22) } == [#"{"base":0,"version":1,"#])
    let present = try #require(await client.socket(session, "?version=1"))
    #expect(present.read() == ["{}"])
    _ = await client.act(session, #""add""#)
    // Nobody follows it when the second change is made, so that no patch is remembered.
    for version in 0...1 {
      let behind = try #require(await client.socket(session, "?version=\(version)"))
      #expect(behind.read().first != "{}")
      behind.leave()
    }
    let third = try #require(await client.socket(session, "?version=99"))
    #expect(third.read().map { $0.prefix(12) } == [#"{"snapshot":"#])
    // No answer comes before the version that it tells of, whatever the client says that it has.
    let early = try #require(await client.socket(session, "?version=99"))
    early.send(#"{"id":1,"send":"add"}"#)
    let messages = early.read()
    #expect(messages.first?.hasPrefix(#"{"snapshot":"#) == true)
    #expect(messages.last == Self.answer(1, 3))
  }

  @Test("A socket has screens in place of states")
  func screens() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session, "?view=screen"))
    let first = socket.read()
    #expect(first.count == 1 && first[0].contains(#""version":0,"screen":{"#))
    socket.send(#"{"id":1,"send":"add"}"#)
    let next = socket.read()
    #expect(next.count == 2 && next[0].contains(#""path":"/screen/"#))
    #expect(next[1] == Self.answer(1, 1))
  }

  @Test("A refused message is answered with the problem, and the next is processed")
  func refusals() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    socket.send(#"{"id":1,"send":"dance"}"#)
    socket.send(#"{"id":2,"send":"add","if":5}"#)
    socket.send(#"{"id":3,"send":"add","wish":1}"#)
    socket.send(#"{"id":4,"restore":99}"#)
    socket.send(#"{"id":5,"send":"add","key":""}"#)
    socket.send(#"{"id":6,"send":{"path":{"popFrom":{"id":7}}}}"#)
    let messages = socket.read()
    let slugs = [
      "invalid-value", "version-mismatch", "invalid-value", "forgotten-version",
      "invalid-idempotency-key", "stale-element",
    ]
    #expect(messages.count == slugs.count)
    for (index, (message, slug)) in zip(messages, slugs).enumerated() {
      let start = #"{"id":\#(index + 1),"problem":{"type":"/problems/\#(slug)""#
      #expect(message.hasPrefix(start), "\(message)")
    }
    #expect(messages[1].contains(#""snapshot":{"id""#))
    #expect(messages[1].contains("is not at the version that is demanded"))
    socket.send(#"{"id":7,"send":"add"}"#)
    #expect(socket.read().last == Self.answer(7, 1) && socket.close == nil)
  }

  @Test("An action with a key is processed once, whichever way it comes again")
  func keys() async throws {
    let session = await service.create()
    // As in the field of a request, which may have quotes.
    let action = #"{"id":1,"send":"add","key":"\"once\""}"#
    for id in 1...2 {
      let socket = try #require(await client.socket(session))
      _ = socket.read()
      socket.send(action)
      _ = await client.act(session, #""add""#)
      #expect(socket.read().contains(Self.answer(1, 1)), "\(id)")
      socket.leave()
    }
    let key: [(HTTPFieldName, String)] = [("Idempotency-Key", "once")]
    let again = await client.send(.post, session + "/actions", #""add""#, key)
    #expect(again.status == 204 && again.version == 1)
    #expect(await client.send(.get, session).contains(#""count":3"#))
    let other = await client.send(.post, session + "/actions", #"["add"]"#, key)
    #expect(other.problem == "reused-idempotency-key")
    _ = await client.send(.post, session + "/actions", #""add""#, [("Idempotency-Key", "two")])
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    socket.send(#"{"id":1,"send":"add","key":"two"}"#)
    #expect(socket.read() == [Self.answer(1, 4)])
  }

  @Test("A version is restored, and a snapshot is read, after the messages before")
  func restoresAndReads() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    socket.send(#"{"id":1,"send":"add"}"#)
    socket.send(#"{"id":2,"restore":0,"key":"back"}"#)
    socket.send(#"{"id":3,"read":true}"#)
    let messages = socket.read()
    #expect(messages.contains(Self.answer(1, 1)) && messages.contains(Self.answer(2, 2)))
    let again = await client.send(
      .post, session + "/restore", #" { "version": 0 } "#, [("Idempotency-Key", "back")])
    #expect(again.status == 204 && again.version == 2)
    #expect(messages.last?.hasPrefix(#"{"id":3,"snapshot":{"#) == true)
    #expect(messages.last?.contains(#""version":2,"state":{"count":0"#) == true)
    socket.send(#"{"id":4,"send":"add"}"#)
    #expect(
      socket.read().map { $0.prefix(22) } == [#"{"base":2,"version":3,"#, #"{"id":4,"version":3}"#])
  }

  @Test("A message waits for effects, and those behind it wait for it, at most 32")
  func waits() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    socket.send(#"{"id":1,"send":{"begin":{"seconds":5}},"wait":60}"#)
    socket.send(#"{"id":2,"send":"add"}"#)
    #expect(socket.read().map { $0.contains("\"id\":") } == [false])
    await service.effectsToSleep()
    await service.clock.advance(by: .seconds(5))
    let messages = await socket.read(until: #"{"id":2,"#)
    #expect(
      messages.filter { $0.hasPrefix(#"{"id":"#) } == [Self.answer(1, 2), Self.answer(2, 3)])

    socket.send(#"{"id":3,"send":{"begin":{"seconds":5}},"wait":60}"#)
    for id in 4..<35 { socket.send(#"{"id":\#(id),"send":"add"}"#) }
    _ = socket.read()
    #expect(socket.close == nil)
    socket.send(#"{"id":35,"send":"add"}"#)
    // What was begun is answered, without its wait.
    #expect(await socket.read(until: "never") == [Self.answer(3, 4)])
    #expect(socket.close?.code == .policyViolation)
    #expect(await client.send(.get, session).contains(#""count":101"#))
  }

  @Test("A client that sends too many messages at once gets further with each socket")
  func bursts() async throws {
    let session = await service.create()
    let messages = (1...40).map { #"{"id":\#($0),"send":"add","key":"\#($0)"}"# }
    let first = try #require(await client.socket(session))
    _ = first.read()
    for message in messages { first.send(message) }
    let answers = await first.read(until: "never").filter { $0.hasPrefix(#"{"id":"#) }
    #expect(answers == (1...32).map { Self.answer($0, $0) })
    #expect(first.close?.code == .policyViolation)
    let second = try #require(await client.socket(session))
    _ = second.read()
    for message in messages[answers.count...] { second.send(message) }
    #expect(
      second.read().filter { $0.hasPrefix(#"{"id":"#) } == (33...40).map { Self.answer($0, $0) })
  }

  @Test("What is not a message closes the socket")
  func malformed() async throws {
    let session = await service.create()
    for text in ["", "add", "[]", #"{"send":"add"}"#] {
      let socket = try #require(await client.socket(session))
      _ = socket.read()
      socket.send(text)
      socket.send(#"{"id":1,"send":"add"}"#)
      #expect(socket.read() == [] && socket.close?.code == .policyViolation)
    }
    let socket = try #require(await client.socket(session))
    socket.send(binary: Array("{}".utf8))
    #expect(socket.read() == [] && socket.close?.code == .unsupportedData)
    #expect(await client.send(.get, session).contains(#""count":0"#))
  }

  @Test("The end of the session is the last message")
  func ends() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    _ = await client.send(.delete, session)
    #expect(socket.read() == [#"{"end":{"reason":"deleted"}}"#])
    #expect(socket.close?.code.rawValue == 4410)
    #expect(await client.socket(session) == nil)
  }

  @Test("A server that drains answers what it has begun, and closes with 1001")
  func drains() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    socket.send(#"{"id":1,"send":{"begin":{"seconds":5}},"wait":60}"#)
    socket.send(#"{"id":2,"send":"add"}"#)
    _ = socket.read()
    socket.drain()
    socket.send(#"{"id":3,"send":"add"}"#)
    #expect(socket.read() == [] && socket.close == nil)
    client.service.beginDraining()
    let messages = await socket.read(until: "never")
    #expect(messages == [Self.answer(1, 1)] && socket.close?.code == .goingAway)
  }

  @Test("A client that leaves waits for nothing any more, and its quota is free again")
  func leaves() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    #expect(client.service.directory.streams.readerCount == 1)
    socket.send(#"{"id":1,"send":{"begin":{"seconds":5}},"wait":60}"#)
    socket.send(#"{"id":2,"send":"add"}"#)
    #expect(client.service.directory.pendingReplies.count == 1)
    socket.leave()
    #expect(client.service.directory.pendingReplies.count == 0)
    #expect(client.service.directory.streams.readerCount == 0)
    #expect(await client.send(.get, session).contains(#""count":0"#))
  }

  @Test("A heartbeat is an empty object, for clients that can't see pings")
  func heartbeats() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    _ = socket.read()
    client.service.directory.streams.beat()
    #expect(socket.read() == ["{}"])
    #expect(socket.read() == [])
    socket.send(#"{"id":1,"send":"add"}"#)
    #expect(socket.read().map { $0.prefix(7) } == [#"{"base""#, #"{"id":1"#])
  }

  @Test("Open sockets, their messages and the codes of their ends are counted")
  func metrics() async throws {
    let session = await service.create()
    let socket = try #require(await client.socket(session))
    let other = try #require(await client.socket(session))
    _ = socket.read()
    socket.send(#"{"id":1,"send":"add"}"#)
    _ = socket.read()
    socket.leave()
    other.send("")
    _ = other.read()
    let last = try #require(await client.socket(session))
    var writer = HTTPMetricWriter()
    client.service.sockets.write(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains("\nbackstack_sockets 1\n"))
    #expect(text.contains(#"backstack_socket_messages_total{direction="received"} 2"#))
    #expect(text.contains(#"backstack_socket_messages_total{direction="sent"} 3"#))
    #expect(text.contains(#"backstack_socket_closes_total{code="1006"} 1"#))
    #expect(text.contains(#"backstack_socket_closes_total{code="1008"} 1"#))
    last.leave()
  }
}
