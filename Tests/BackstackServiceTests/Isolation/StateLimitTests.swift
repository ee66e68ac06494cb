import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackTesting
import Dispatch
import FoundationEssentials
import Synchronization
import Testing

@testable import BackstackService
@testable import BackstackSessions

/// A value that counts how often it is encoded.
private struct Page: Encodable {
  let tally: Tally

  init(_ tally: Tally) { self.tally = tally }

  func encode(to encoder: any Encoder) throws {
    tally.count.add(1, ordering: .relaxed)
    var container = encoder.singleValueContainer()
    try container.encode(["page"])
  }
}

private struct Ledger: Encodable {
  var lines: [Page] = []
  var pages: StackState<Page>
}

private final class Tally: Sendable {
  let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }

  func reset() { count.store(0, ordering: .relaxed) }
}

@Suite("States that become too large")
struct StateLimitTests {
  private static let limit = 2000

  private let clock = TestClock()
  private let storage = ScriptedStorage()
  private let lines = Lines()

  private func client(
    limit: Int = Self.limit, isStored: Bool = false, _ feature: Feature? = nil
  ) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.maximumStateBytes = limit
    configuration.settleTimeout = 60
    configuration.now = ManualDate().now
    configuration.log = { [lines] in lines.append($0) }
    if isStored { configuration.storage = storage }
    return ServiceClient([feature ?? self.feature()], configuration: configuration)
  }

  private func feature() -> Feature {
    Feature(
      "large-state", initialState: LargeState.State(), link: Self.state,
      clientInput: ClientInput(takesState: true, takesPushes: true)
    ) {
      LargeState()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
    }
  }

  /// Returns a state with a text of the length that a link names.
  @Sendable
  private static func state(at path: String) -> LargeState.State? {
    Int(path.dropFirst()).map { LargeState.State(text: text($0)) }
  }

  private static func text(_ count: Int) -> String { String(repeating: "z", count: count) }

  private static let push = #"{"path": {"push": {"state": {"text": "", "ticks": 0}}}}"#
  private static let start = #"{"path": {"element": {"id": 0, "action": "startTimer"}}}"#
  private static let startPresented = #"{"screen": {"presented": "startTimer"}}"#

  /// Creates a session with a screen and a presentation that have a timer each.
  private func busySession(_ client: ServiceClient) async -> String {
    let session = await client.create(#"{"feature": "large-state"}"#)
    for action in [Self.push, Self.start, #""present""#, Self.startPresented] {
      #expect(await client.act(session, action).status == 200)
    }
    return session
  }

  /// Returns everything that a client can read of a session.
  private func everything(_ client: ServiceClient, _ session: String) async -> [String] {
    [
      await client.send(.get, session).text, await client.send(.get, session + "/path").text,
      await client.send(.get, session + "/history").text,
    ]
  }

  private static let tooLarge = [
    #"{"fill": 2000}"#,
    #"{"replaceAll": 2000}"#,
    #"{"path": {"element": {"id": 0, "action": {"fill": 2000}}}}"#,
    #"{"screen": {"presented": {"fill": 2000}}}"#,
    #"[{"fill": 10}, {"path": {"popFrom": {"id": 0}}}, {"fill": 2000}]"#,
    #"[{"fill": 2000}, "present"]"#,
    #"{"path": {"push": {"state": {"ticks": 0, "text": ""# + text(2000) + #""}}}}"#,
  ]

  @Test(
    "A client's action that would make the state too large is refused and rolled back",
    arguments: tooLarge,
    [[], [("Prefer", "return=minimal")], [("Prefer", "wait=1")]] as [[(HTTPFieldName, String)]])
  func refused(_ action: String, _ fields: [(HTTPFieldName, String)]) async {
    let client = client()
    let session = await busySession(client)
    let before = await everything(client, session)
    let answer = await client.act(session, action, fields)
    #expect(answer.status == 422)
    #expect(answer.problem == "state-too-large")
    #expect(answer.contains("more than 2000 bytes. Nothing was changed."))
    #expect(await everything(client, session) == before)

    // Mounted features are still mounted, and their effects still run.
    #expect(client.metrics.contains(#"backstack_effects{feature="large-state"} 2"#))
    #expect(await client.act(session, #"{"write": "on"}"#).version == 5)
    let popped = await client.act(session, #"{"path": {"popFrom": {"id": 0}}}"#)
    #expect(popped.contains(#""effects":1"#))
    let dismissed = await client.act(session, #"{"screen": "dismiss"}"#)
    #expect(dismissed.contains(#""effects":0"#))
    #expect(await client.act(session, Self.push).contains(#""path":[{"id":"#))
  }

  @Test("A patch after a refused action is based on the state before that action")
  func patch() async {
    let client = client()
    let session = await busySession(client)
    let media: (HTTPFieldName, String) = (.accept, "application/json-patch+json")
    #expect(await client.act(session, #"{"fill": 2000}"#, [media]).problem == "state-too-large")
    let answer = await client.act(session, #"{"write": "on"}"#, [media, (.ifMatch, #""4""#)])
    #expect(answer.text == #"[{"op":"replace","path":"/state/text","value":"on"}]"#)
  }

  @Test("A refused action leaves its idempotency key unused")
  func key() async {
    let client = client()
    let session = await client.create(#"{"feature": "large-state"}"#)
    let key: (HTTPFieldName, String) = (.idempotencyKey, "k")
    for _ in 0..<2 {
      #expect(
        await client.act(session, #"{"fill": 2000}"#, [key]).problem == "state-too-large")
    }
  }

  @Test("The limit is exact, with and without stacks", arguments: [false, true])
  func exact(hasScreens: Bool) async {
    let client = client()
    let session = await client.create(#"{"feature": "large-state"}"#)
    var room = Self.limit - LargeState.frame
    if hasScreens {
      for number in 0..<12 {
        #expect(await client.act(session, Self.push).status == 200)
        room -= #"{"id":,"state":{"text":"","ticks":0}}"#.utf8.count + "\(number)".utf8.count
        if number > 0 { room -= 1 }
      }
    }
    #expect(await client.act(session, #"{"fill": \#(room)}"#).status == 200)
    #expect(await client.act(session, #"{"fill": \#(room + 1)}"#).problem == "state-too-large")
    #expect(await client.act(session, #"{"fill": \#(room)}"#).status == 200)
  }

  @Test(
    "A session whose effects make the state too large is ended, and others continue",
    arguments: ["fillLater", "fillAtOnce"])
  func effects(_ action: String) async {
    let client = client()
    let other = await busySession(client)
    let session = await busySession(client)
    let answer = await client.act(session, #"{"\#(action)": 2000}"#)
    #expect(answer.status == 410)
    #expect(answer.contains(#""reason":"state-too-large""#))
    #expect(answer.contains("became larger than it may be"))
    client.service.directory.deadlines.sync {}
    #expect(await client.send(.get, session).contains(#""reason":"state-too-large""#))
    #expect(lines.all.contains { $0.contains(#""reason":"state-too-large""#) })
    #expect(await client.act(other, #"{"fill": 10}"#).status == 200)
    #expect(
      client.metrics.contains(
        #"backstack_sessions_ended_total{feature="large-state",reason="state-too-large"} 1"#))
    #expect(client.metrics.contains(#"backstack_effects{feature="large-state"} 2"#))
  }

  @Test("A state that is expensive to measure may exceed the limit for a few actions of effects")
  func slack() async throws {
    // Without a stack, the whole state is encoded to measure its size.
    let client = client(limit: 1 << 20)
    let session = await client.create(#"{"feature": "large-state"}"#)
    #expect(await client.act(session, #"{"fill": 900000}"#).status == 200)
    let store = try #require(
      client.session(session) as? FeatureSession<LargeState.State, LargeState.Action>
    )
    .store
    var count = 0
    while !store.isEnded, count < 20 {
      // As effects do: no response needs the state's size.
      store.send(.fill((1 << 20) + count))
      count += 1
    }
    #expect(count == 14)
  }

  @Test("A refused action keeps the changes that effects made since the last response")
  func refusedAfterEffects() async throws {
    let client = client(limit: 1 << 20)
    let session = await client.create(#"{"feature": "large-state"}"#)
    #expect(await client.act(session, #"{"fill": 900000}"#).status == 200)
    let store = try #require(
      client.session(session) as? FeatureSession<LargeState.State, LargeState.Action>
    )
    .store
    // Like an effect: no request waits for the response.
    store.send(.fill(900_001))
    let answer = await client.act(session, #"{"fill": \#(1 << 20)}"#)
    #expect(answer.problem == "state-too-large")
    #expect(store.state.text.utf8.count == 900_001)
    #expect(await client.act(session, #"{"write": "on"}"#).version == 3)
  }

  @Test("Screens that leave after a refused action end their effects")
  func goneAfterRefusal() async throws {
    let client = client()
    let session = await busySession(client)
    let stale = #"{"path": {"element": {"id": 9, "action": {"fill": 1}}}}"#
    for refused in [stale, #"{"fill": 2000}"#] {
      #expect(await client.act(session, refused).status >= 400)
    }
    #expect(await client.act(session, stale).problem == "stale-element")
    let store = try #require(
      client.session(session) as? FeatureSession<LargeState.State, LargeState.Action>
    )
    .store
    #expect(store.effectCount == 2)
    // Like an effect.
    store.send(.path(.popFrom(id: 0)))
    #expect(store.effectCount == 1)
    store.send(.screen(.dismiss))
    #expect(store.effectCount == 0)
  }

  @Test("A response contains the screens that effects pushed since the last response")
  func pushedByEffects() async throws {
    let client = client(limit: 1 << 20)
    let session = await client.create(#"{"feature": "large-state"}"#)
    for action in [Self.push, #"{"fill": 900000}"#] {
      #expect(await client.act(session, action).status == 200)
    }
    let store = try #require(
      client.session(session) as? FeatureSession<LargeState.State, LargeState.Action>
    )
    .store
    // An expensive state is not encoded for each action of an effect.
    store.send(.path(.push(id: 1, state: LargeScreen.State(text: "b"))))
    store.send(.path(.push(id: 2, state: LargeScreen.State(text: "c"))))
    store.send(.path(.popFrom(id: 2)))
    let path = await client.send(.get, session + "/path").text
    #expect(
      path.contains(
        #"[{"id":0,"state":{"text":"","ticks":0}},{"id":1,"state":{"text":"b","ticks":0}}]"#))
  }

  @Test("The refusal of a single action has the index 0")
  func refusedAlone() async throws {
    let client = client()
    let session = await client.create(#"{"feature": "large-state"}"#)
    let store = try #require(
      client.session(session) as? FeatureSession<LargeState.State, LargeState.Action>
    )
    .store
    let tooLarge = #expect(throws: RefusedAction.self) { try store.send(.fill(2000), as: .host) }
    #expect(tooLarge?.index == 0 && tooLarge?.target == nil)
    let missing = #expect(throws: RefusedAction.self) {
      try store.send(.path(.element(id: 9, action: .fill(1))), as: .host)
    }
    #expect(missing?.index == 0 && missing?.target?.reason == .element)
  }

  @Test("A state that effects made too large is not stored, and its session ends in the storage")
  func storedEffects() async throws {
    let client = client(limit: 1 << 20, isStored: true)
    let session = await client.create(#"{"feature": "large-state"}"#)
    #expect(await client.act(session, #"{"fill": 900000}"#).status == 200)
    let store = try #require(
      client.session(session) as? FeatureSession<LargeState.State, LargeState.Action>
    )
    .store
    store.send(.fill(1 << 20))
    #expect(store.isEnded)
    client.service.directory.deadlines.sync {}
    client.service.directory.releaseSessions()
    let after = self.client(limit: 1 << 20, isStored: true)
    let answer = await after.send(.get, session)
    #expect(answer.status == 410)
    #expect(answer.contains(#""reason":"state-too-large""#))
  }

  @Test("States of clients and links, and initial states, must not be too large either")
  func creation() async {
    let client = client()
    let ofClient = await client.send(
      .post, "/sessions",
      #"{"feature": "large-state", "state": {"text": "\#(Self.text(2000))", "path": []}}"#)
    #expect(ofClient.status == 422)
    #expect(ofClient.problem == "state-too-large")
    #expect(ofClient.contains(#""pointer":"/state""#))
    let ofLink = await client.send(
      .post, "/sessions", #"{"feature": "large-state", "link": "/2000"}"#)
    #expect(ofLink.problem == "state-too-large")
    #expect(ofLink.contains(#""pointer":"/link""#))
    #expect(
      await client.send(.post, "/sessions", #"{"feature": "large-state", "link": "/1900"}"#).status
        == 201
    )
    let first = self.client(
      Feature("large-state", initialState: LargeState.State(text: Self.text(2000))) { LargeState() }
    )
    let initial = await first.send(.post, "/sessions", #"{"feature": "large-state"}"#)
    #expect(initial.problem == "state-too-large")
    #expect(client.service.directory.registry.sessionCount == 1)
    #expect(first.service.directory.registry.sessionCount == 0)
  }

  @Test("Encoding stops soon after the limit, however large the state is")
  func givenUp() throws {
    let encoder = SnapshotEncoder()
    let tally = Tally()
    try encoder.update(to: Ledger(pages: [Page(tally)]), version: 0)
    let before = encoder.json()
    tally.reset()
    let large = Ledger(
      lines: Array(repeating: Page(tally), count: 100_000),
      pages: StackState(Array(repeating: Page(tally), count: 100_000)))
    #expect(throws: JSONLimitExceeded.self) { try encoder.draft(of: large, upTo: 1000) }
    var stack = large
    stack.lines = []
    #expect(throws: JSONLimitExceeded.self) { try encoder.draft(of: stack, upTo: 1000) }
    #expect(tally.value < 1000)
    #expect(encoder.version == 0)
    #expect(encoder.json() == before)
  }

  @Test("A stored session above the limit of a server is kept, and usable with a higher limit")
  func stored() async throws {
    let before = client(isStored: true)
    let session = await before.create(#"{"feature": "large-state"}"#)
    let large = await before.act(session, #"{"fill": 1900}"#)
    #expect(await before.act(session, #"{"fill": 10}"#).status == 200)
    #expect(await before.act(session, #"{"fill": 1900}"#).status == 200)
    before.service.directory.releaseSessions()

    let small = client(limit: 1000, isStored: true)
    let answer = await small.send(.get, session)
    #expect(answer.status == 500)
    #expect(answer.problem == "unreadable-session")
    #expect(answer.contains("its state has more than 1000 bytes"))
    #expect(lines.all.contains { $0.contains("session-unreadable") })
    small.service.directory.releaseSessions()

    let after = client(isStored: true)
    let read = await after.send(.get, session)
    #expect(read.version == 3)
    #expect(large.version == 1)
    #expect(await after.act(session, #"{"fill": 10}"#).status == 200)
    after.service.directory.releaseSessions()

    // An earlier version may be too large, although the current one is not.
    let restoring = client(limit: 1000, isStored: true)
    #expect(await restoring.send(.get, session + "/history/3").status == 200)
    let restored = await restoring.send(.post, session + "/restore", #"{"version": 3}"#)
    #expect(restored.problem == "state-too-large")
    #expect(await restoring.send(.get, session).version == 4)
  }

  @Test("A saved session whose history is not JSON is refused")
  func savedHistory() throws {
    let client = client()
    func session(_ action: String?, _ snapshot: String?) -> SavedSession {
      SavedSession(
        id: "0123456789abcdef0123456789abcdef", feature: "large-state", version: 1, principal: nil,
        timeToLive: 60, nextElementID: 0, state: Self.stateJSON, shape: nil,
        history: [
          SavedVersion(
            version: 1, time: 0, cause: "client", restored: nil, causedBy: nil, action: action,
            effects: 0, snapshot: snapshot)
        ])
    }
    for (action, snapshot) in [("{", nil), (nil, "nonsense")] as [(String?, String?)] {
      let error = #expect(throws: SessionError.self) {
        try client.service.directory.resume(session(action, snapshot))
      }
      guard case .invalidValue? = error else {
        Issue.record("The history is refused for another reason.")
        continue
      }
    }
    #expect(client.service.directory.registry.sessionCount == 0)
    try client.service.directory.resume(session(#"{"fill":1}"#, Self.stateJSON))
    #expect(client.service.directory.registry.sessionCount == 1)
  }

  private static let stateJSON = #"{"text":"","path":[]}"#

  @Test("A saved session that is too large is refused")
  func saved() async throws {
    let session = SavedSession(
      id: "0123456789abcdef0123456789abcdef", feature: "large-state", version: 3, principal: nil,
      timeToLive: 60, nextElementID: 0, state: #"{"text":"\#(Self.text(2000))","path":[]}"#,
      shape: nil, history: nil)
    let client = client()
    let error = #expect(throws: SessionError.self) {
      try client.service.directory.resume(session)
    }
    guard case .stateTooLarge(limit: Self.limit)? = error else {
      Issue.record("The session is refused for another reason.")
      return
    }
    #expect(client.service.directory.registry.sessionCount == 0)
    await #expect(throws: (any Error).self) {
      try await SessionArchive(storage, maximumStateBytes: Self.limit).insert(session)
    }
    try await SessionArchive(storage).insert(session)
  }
}
