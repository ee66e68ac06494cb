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

  @Test("A view that exceeds a limit is told; the session goes on")
  func limits() async throws {
    let service = try HostedService([Endless.feature])
    let session = try await service.session(of: Endless.self, "endless")
    let response = try await service.send(.get, session.path + "/screen")
    #expect(response.status == 500)
    #expect(response.text.contains("screen-not-available"))
    #expect(try await session.send(.tapped).state.taps == 1)
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
    #expect(screen.levelIDs == ["root", "destination/addItem"])
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

  static var feature: Feature {
    Feature("endless", initialState: State()) {
      Endless()
    } view: { _ in
      EndlessView(depth: 0)
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
