import Backstack
import BackstackHTTP
import BackstackPatchJudge
import BackstackServiceTesting
import BackstackTestSupport
import BackstackViews
import Foundation
import Testing

@testable import BackstackDemo
@testable import BackstackService

/// Screens over HTTP.
@Suite struct ScreenRouteTests {
  private static let screen = "application/vnd.backstack.screen+json"
  private static let patch = "application/vnd.backstack.screen-patch+json"

  @Test("A screen has the version of the session, and is revalidated by it")
  func reading() async throws {
    let service = try HostedService(demoFeatures)
    let session = try await service.session(of: Counters.self, "counters")
    let response = try await service.send(.get, session.path + "/screen")
    #expect(response.status == 200)
    #expect(response.fields["Content-Type"] == Self.screen + "; v=1")
    #expect(response.version == 0)
    #expect(response.text.contains(#""screen":{"title":"Counters","levels":[{"id":"root""#))
    let again = try await service.send(
      .get, session.path + "/screen", fields: ["If-None-Match": "\"0\""])
    #expect(again.status == 304)
  }

  @Test("The response to an action is the screen if the client accepts it")
  func action() async throws {
    let service = try HostedService(demoFeatures)
    let session = try await service.session(of: Counters.self, "counters")
    let response = try await service.send(
      .post, session.path + "/actions", json: #""addCounterButtonTapped""#,
      fields: ["Accept": Self.screen])
    #expect(response.fields["Content-Type"] == Self.screen + "; v=1")
    #expect(response.text.contains(#""id":"path/0","style":"push","title":"Counter""#))
    let json = try await service.send(
      .post, session.path + "/actions", json: #""addCounterButtonTapped""#,
      fields: ["Accept": "application/json"])
    #expect(json.text.contains(#""state":{"path""#))
  }

  @Test("A new session is answered with its screen")
  func creation() async throws {
    let service = try HostedService(demoFeatures)
    let response = try await service.send(
      .post, "/sessions", json: #"{"feature":"counters"}"#, fields: ["Accept": Self.screen])
    #expect(response.status == 201)
    #expect(response.text.contains(#""screen":{"title":"Counters""#))
  }

  @Test("A session of which only screens are asked for can be restored to its beginning")
  func restoring() async throws {
    let service = try HostedService(demoFeatures)
    let created = try await service.send(
      .post, "/sessions", json: #"{"feature":"counters"}"#, fields: ["Accept": Self.screen])
    let path = try #require(created.fields["Location"])
    _ = try await service.send(
      .post, path + "/actions", json: #""addCounterButtonTapped""#, fields: ["Accept": Self.screen])
    let restored = try await service.send(.post, path + "/restore", json: #"{"version":0}"#)
    #expect(restored.status == 200)
    #expect(restored.text.contains(#""state":{"path":[]}"#))
    let shown = try await service.send(
      .post, path + "/restore", json: #"{"version":1}"#, fields: ["Accept": Self.screen])
    #expect(shown.fields["Content-Type"] == Self.screen + "; v=1")
    #expect(shown.version == 3 && shown.text.contains(#""id":"path/0","style":"push""#))
    for (type, pointer) in [
      (Self.patch, "/screen/levels"), ("application/json-patch+json", "/state"),
    ] {
      let version = try #require(try await service.send(.get, path).version)
      let patch = try await service.send(
        .post, path + "/restore", json: #"{"version":0}"#, fields: ["Accept": type])
      #expect(
        patch.fields["Content-Type"] == type && patch.fields["Delta-Base"] == "\"\(version)\"")
      #expect(patch.text.contains(pointer), "\(patch.text)")
      _ = try await service.send(.post, path + "/restore", json: #"{"version":1}"#)
    }
  }

  @Test("A patch leads from the screen that the client has to the next one")
  func patches() async throws {
    let service = try HostedService(demoFeatures)
    let session = try await service.session(of: Counters.self, "counters")
    var document = try await document(of: session.path, service)
    var cases: [PatchJudge.Case] = []
    let actions = [
      #""addCounterButtonTapped""#,
      #"{"path":{"element":{"id":0,"action":{"counter":"incrementButtonTapped"}}}}"#,
      #"{"path":{"element":{"id":0,"action":{"counter":"nextButtonTapped"}}}}"#,
      #"{"path":{"popFrom":{"id":1}}}"#,
    ]
    for action in actions {
      let response = try await service.send(
        .post, session.path + "/actions", json: action, fields: ["Accept": Self.patch])
      #expect(response.fields["Content-Type"] == Self.patch)
      #expect(response.text.contains("/screen/levels"))
      let next = try await self.document(of: session.path, service)
      cases.append(PatchJudge.Case(old: document, patch: response.text, new: next))
      document = next
    }
    #expect(try PatchJudge.judge(cases) == [nil, nil, nil, nil])
  }

  /// Returns the part of a session's screen that patches change.
  private func document(of path: String, _ service: HostedService) async throws -> String {
    let text = try await service.send(.get, path + "/screen").text
    let screen = try #require(text.range(of: #""screen":"#))
    let end = try #require(text.range(of: #","expiresAt":"#))
    return "{" + text[screen.lowerBound..<end.lowerBound] + "}"
  }

  @Test("A view that exceeds a limit is told; the session continues")
  func limits() async throws {
    let service = try HostedService([Endless.feature()])
    let session = try await service.session(of: Endless.self, "endless")
    let response = try await service.send(.get, session.path + "/screen")
    #expect(response.status == 500)
    #expect(response.text.contains("screen-not-available"))
    #expect(try await session.send(.tapped).state.taps == 1)
  }

  @Test("A request with a key is processed once, even if its screen can't be shown")
  func keys() async throws {
    let client = ServiceClient([Endless.feature()])
    let fields: [(HTTPFieldName, String)] = [
      (.accept, Self.screen), (.idempotencyKey, "8e03978e-40d5-43e8-bc93-6894a57f9324"),
    ]
    var answers: [ServiceClient.Answer] = []
    for _ in 0..<2 {
      answers.append(
        await client.send(.post, "/sessions", #"{"feature": "endless"}"#, fields))
    }
    let session = try #require(answers[0].fields[.location])
    #expect(answers[1].fields[.location] == session)
    for _ in 0..<2 { answers.append(await client.act(session, #""tapped""#, fields)) }
    #expect(answers.map(\.problem) == Array(repeating: "screen-not-available", count: 4))
    #expect(answers.map(\.version) == [0, 0, 1, 1])
    #expect(await client.send(.get, session).version == 1)
  }

  @Test("A feature without a view has a screen that is derived from its state and its actions")
  func derived() async throws {
    let service = try HostedService([
      Feature("inventory", initialState: Inventory.State()) { Inventory() }
    ])
    let session = try await service.session(of: Inventory.self, "inventory")
    var screen = try await session.screen()
    #expect(screen.title == "Inventory")
    try await screen.tap("Add")
    #expect(screen.levelIDs == ["root", "destination/addItem@1"])
    #expect(screen.title == "Add item")
    try await screen.enter("Keyboard", in: "Name")
    try await screen.choose("Blue", in: "Color")
    // What confirms the sheet is an action of what presents it.
    try await screen.tap("Confirm add item")
    #expect(screen.levelIDs == ["root"])
    #expect(screen.texts.contains("Keyboard"))
    let items = try await session.snapshot().state.items
    try await screen.tap("Delete", with: ["id": .string(items[0].id.uuidString)])
    #expect(screen.title == "Delete Keyboard?")
    try await screen.tap("Delete")
    #expect(try await session.snapshot().state.items.isEmpty)
  }

  @Test("Readers of screens and readers of states follow the same session, each with its patches")
  func events() async throws {
    let client = ServiceClient()
    let session = await client.create()
    let states = await client.events(session)
    let screens = EventReader(
      try #require(await client.send(.get, session + "/events?view=screen").source))
    #expect(states.read().contains(#""version":0,"state":{"path":[]}"#))
    #expect(screens.read().contains(#""version":0,"screen":{"title":"Counters""#))
    _ = await client.act(session, #""addCounterButtonTapped""#)
    #expect(states.read().contains(#"event: patch"#))
    let patch = screens.read()
    #expect(patch.contains("id: 1\nbase: 0"))
    #expect(patch.contains(#""path":"/screen/levels/1""#))
    #expect(!patch.contains("/state"))
    // Who comes back with the version that it has gets the same patch.
    let again = EventReader(
      try #require(await client.send(.get, session + "/events?view=screen&after=0").source))
    #expect(again.read().contains(#""path":"/screen/levels/1""#))
    _ = await client.send(.delete, session)
    #expect(screens.read().contains("event: end"))
    #expect(states.read().contains("event: end"))
  }

  @Test("A view that can't be evaluated for a while hinders no change, and its readers come back")
  func interruption() async throws {
    let client = ServiceClient([Endless.feature(isEndless: { !$0.isMultiple(of: 2) })])
    let session = await client.create(#"{"feature": "endless"}"#)
    func events() async throws -> EventReader {
      EventReader(try #require(await client.send(.get, session + "/events?view=screen").source))
    }
    let reader = try await events()
    #expect(reader.read().contains(#""version":0,"screen""#))
    // The action was processed, and its client learns the version.
    let failed = await client.act(session, #""tapped""#, [(.accept, Self.screen)])
    #expect(failed.status == 500)
    #expect(failed.problem == "screen-not-available")
    #expect(failed.contains(#""version":1"#))
    #expect(reader.read().contains(#"{"reason":"screen-not-available"}"#))
    // A patch from nothing, as the client's screen can't be known.
    let patch = await client.act(session, #""tapped""#, [(.accept, Self.patch)])
    #expect(patch.status == 200)
    #expect(patch.contains(#"[{"op":"replace","path":"","value":"#))
    let again = try await events()
    #expect(again.read().contains(#""version":2,"screen""#))
  }

  @Test("A repeated request whose answer is gone gets a screen, too")
  func repetition() async throws {
    var configuration = ServiceConfiguration()
    configuration.sessions.answerLimits.bytes = 0
    let client = ServiceClient(configuration: configuration)
    let session = await client.create()
    func act(_ key: String) async -> ServiceClient.Answer {
      await client.act(
        session, #""addCounterButtonTapped""#,
        [(.accept, Self.screen), (HTTPFieldName("Idempotency-Key"), "\"\(key)\"")])
    }
    #expect(await act("key-1").contains(#""version":1,"screen""#))
    #expect(await act("key-2").contains(#""version":2,"screen""#))
    let repeated = await act("key-1")
    #expect(repeated.contains(#""version":2,"screen""#))
    #expect(repeated.fields[HTTPFieldName("Processed-Version")] == "\"1\"")
    #expect(repeated.fields[HTTPFieldName("Content-Location")] == session + "/screen")
  }

  @Test(
    "A client gets what it prefers",
    arguments: [
      (screen, screen + "; v=1"), (patch, patch), (screen + ", application/json", screen + "; v=1"),
      ("application/json, \(screen);q=0.1", "application/json"),
      ("\(screen), \(patch);q=0.1", screen + "; v=1"), ("\(patch), \(screen);q=0.1", patch),
      ("*/*", "application/json"),
    ])
  func preference(accept: String, type: String) async {
    let client = ServiceClient()
    let answer = await client.act(
      await client.create(), #""addCounterButtonTapped""#, [(.accept, accept)])
    #expect(answer.fields[.contentType] == type)
  }

  @Test("An unknown view of the events is refused")
  func unknownView() async throws {
    let service = try HostedService(demoFeatures)
    let session = try await service.session(of: Counters.self, "counters")
    let response = try await service.send(.get, session.path + "/events?view=picture")
    #expect(response.status == 400)
    #expect(response.text.contains("invalid-query"))
  }
}

/// A feature whose view has itself in it.
@Reducer
struct Endless {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var taps = 0 }
  enum Action: Codable, Equatable, Sendable { case tapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }

  /// - Parameter isEndless: Whether the view has no end after a number of taps.
  static func feature(isEndless: @escaping @Sendable (Int) -> Bool = { _ in true }) -> Feature {
    Feature("endless", initialState: State()) {
      Endless()
    } view: { store -> any View in
      isEndless(store.taps) ? EndlessView(depth: 0) : Text("\(store.taps)")
    }
  }
}

private struct EndlessView: View {
  let depth: Int

  var body: some View {
    Text("\(depth)")
    AnyView(EndlessView(depth: depth + 1))
  }
}
