import Foundation
import Observation
import Testing

@testable import BackstackClient

@Suite("With a server", .enabled(if: Server.isThere))
struct StoryTests {
  @Test("Two clients see the same session, and one ends it")
  func twoClients() async throws {
    let server = try Server(["--storage", "memory"])
    let phone = try await CountersSession.open(server.url, feature: "counters", link: "/counters/3")
    #expect(await phone.snapshot.state.counts == [3])
    let tablet = try await CountersSession.resume(
      server.url, id: phone.id, feature: "counters")
    try await phone.send(.addCounterButtonTapped)
    #expect(await phone.snapshot.state.counts == [3, 0])
    #expect(try await tablet.snapshot { $0.counts == [3, 0] }.version == 1)

    try await tablet.change([.increment(1), .increment(1), .addCounterButtonTapped])
    #expect(try await phone.snapshot { $0.counts == [3, 2, 0] }.version == 4)
    #expect(try await phone.pop(1) == .sent)
    #expect(try await phone.send(.increment(1)) == .stale)
    #expect(try await tablet.snapshot { $0.counts == [3] }.version == 5)

    try await tablet.end()
    #expect(await phone.lastStatus == .gone(.gone(reason: "deleted")))
    await #expect(throws: RemoteError.gone(reason: "deleted")) {
      try await phone.send(.addCounterButtonTapped)
    }
    await #expect(throws: RemoteError.gone(reason: "deleted")) {
      try await CountersSession.resume(server.url, id: phone.id)
    }
  }

  @Test("A session that may use sockets acts and follows, also where the library has none")
  func sockets() async throws {
    let server = try Server(["--storage", "memory"])
    let options = RemoteOptions(sockets: URLSessionSockets())
    let phone = try await CountersSession.open(
      server.url, feature: "counters", link: "/counters/3", options: options)
    let tablet = try await CountersSession.resume(server.url, id: phone.id)
    try await tablet.send(.addCounterButtonTapped)
    #expect(try await phone.snapshot { $0.counts == [3, 0] }.version == 1)
    try await phone.send(.increment(1))
    #expect(try await tablet.snapshot { $0.counts == [3, 1] }.version == 2)
  }

  @Test("The article's examples do what it says")
  func article() async throws {
    let server = try Server(["--storage", "memory"])
    #expect(try await countersAfterTwoActions(server.url) == [4, 0])
    let session = try await continueSession(server.url, id: nil)
    let same = try await continueSession(server.url, id: session.id)
    #expect(await same.id == session.id)
    try await session.send(.addCounterButtonTapped)
    for _ in 0..<4 { #expect(try await incrementToFour(session, id: 0) == .sent) }
    #expect(try await incrementToFour(session, id: 0) == .skipped)
    try await session.end()
    let other = try await continueSession(server.url, id: session.id)
    #expect(await other.id != session.id)
    await printCounts(session)
    #expect(try await titlesAfterAdding(server.url) == ["Inventory", "New item"])
  }

  @Test("An action whose responses are lost takes effect once")
  func lostResponses() async throws {
    let server = try Server(["--storage", "memory"])
    let options = RemoteOptions(transport: LossyTransport(losses: 2))
    let session = try await CountersSession.open(
      server.url, feature: "counters", link: "/counters/0", options: options)
    #expect(try await session.send(.increment(0)) == .sent)
    #expect(await session.snapshot.state.counts == [1])
    #expect(await session.snapshot.version == 1)
  }

  @Test("A session continues after a crash of the server")
  func crash() async throws {
    let server = try Server(["--storage", "sqlite:sessions.sqlite"])
    let session = try await CountersSession.open(server.url, feature: "counters")
    try await session.send(.addCounterButtonTapped)
    try server.crash()
    #expect(try await session.send(.increment(0)) == .sent)
    let other = try await CountersSession.resume(server.url, id: session.id)
    try await other.send(.increment(0))
    #expect(try await session.snapshot { $0.counts == [2] }.version == 3)
  }

  @Test("A condition keeps an action from states that it is not for")
  func condition() async throws {
    let server = try Server(["--storage", "memory"])
    let session = try await CountersSession.open(
      server.url, feature: "counters", link: "/counters/0")
    let isLow: @Sendable (Counters) -> Bool = { $0.counts.allSatisfy { $0 < 1 } }
    #expect(try await session.send(.increment(0), if: isLow) == .sent)
    #expect(try await session.send(.increment(0), if: isLow) == .skipped)
    #expect(await session.snapshot.state.counts == [1])
  }

  @Test("A refusal has the service's problem, and an API key opens the service")
  func refusals() async throws {
    let server = try Server(["--storage", "memory", "--api-keys", "phone=0123456789abcdef"])
    await #expect {
      try await CountersSession.open(server.url, feature: "counters")
    } throws: { error in
      (error as? RemoteError)?.problem?.status == 401
    }
    let options = RemoteOptions(key: "0123456789abcdef")
    let session = try await RemoteSession<JSONValue, JSONValue>.open(
      server.url, feature: "counters", options: options)
    await #expect {
      try await session.send(["path": "nothing"])
    } throws: { error in
      let problem = (error as? RemoteError)?.problem
      return problem?.kind == "invalid-value" && problem?.pointer == "/path"
    }
    #expect(await session.snapshot.state == ["path": []])
  }

  @Test("A hidden session ends its stream, and gets what it missed when it is shown")
  func hidden() async throws {
    let server = try Server(["--storage", "memory"])
    let session = try await CountersSession.open(server.url, feature: "counters")
    let other = try await CountersSession.resume(server.url, id: session.id)
    await session.hide()
    try await other.send(.addCounterButtonTapped)
    await session.show()
    #expect(try await session.snapshot { $0.counts == [0] }.version == 1)
  }

  @MainActor
  @Test("A swipe pops on the server, and screens of the server come")
  func stack() async throws {
    let server = try Server(["--storage", "memory"])
    let session = try await CountersSession.open(
      server.url, feature: "counters", link: "/counters/1/2")
    let stack = await RemoteStack<Counters.Screen>(session)
    #expect(stack.path.map(\.id) == [0, 1])
    #expect(stack[1]?.counter?.count == 2)
    stack.path.removeLast()
    #expect(stack.path.map(\.id) == [0])
    _ = try await session.snapshot { $0.counts == [1] }
    try await session.send(.addCounterButtonTapped)
    await stack.changes { stack.path.map(\.id) == [0, 2] }
    #expect(stack.error == nil)
  }
}

extension RemoteSession {
  /// The first snapshot whose state is as a test expects.
  func snapshot(_ isExpected: @Sendable (State) -> Bool) async throws -> RemoteSnapshot<State> {
    for await snapshot in snapshots where isExpected(snapshot.state) { return snapshot }
    return try #require(nil, "The session has ended.")
  }

  /// The status that the session ends with.
  var lastStatus: RemoteStatus {
    get async {
      var last = status
      for await status in statuses { last = status }
      return last
    }
  }
}

extension Observable {
  /// Returns once a stack or a screen is as a test expects.
  @MainActor
  func changes(_ isExpected: () -> Bool) async {
    while true {
      let (changes, changed) = AsyncStream.makeStream(of: Void.self)
      let isThere = withObservationTracking(isExpected) { changed.finish() }
      if isThere { return }
      for await _ in changes {}
    }
  }
}

typealias CountersSession = RemoteSession<Counters, CountersAction>

extension Counters {
  var counts: [Int] { path.compactMap(\.state.counter?.count) }
}
