import Backstack
import BackstackCoding
import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import BackstackViews
import Testing

@testable import BackstackDemo
@testable import BackstackService
@testable import BackstackServiceTesting

/// The actions that clients send once for each level that they begin to show, and the ids of
/// levels.
@Suite struct AppearanceTests {
  private let storage = ScriptedStorage()

  private func service(_ features: [Feature]) throws -> HostedService {
    var configuration = ServiceConfiguration()
    configuration.storage = storage
    return try HostedService(features, configuration: configuration)
  }

  /// Shows the session on a device that has not shown it before.
  ///
  /// - Returns: The id of the level on top.
  private func show<State, Action>(
    _ session: HostedSession<State, Action>
  ) async throws -> String? {
    let level = try await session.screen().levels.last
    if let level, let action = level.json["appear"] {
      _ = try await session.service.send(
        .post, session.path + "/actions", json: action.json,
        fields: ["Idempotency-Key": "\"appear-\(level.id)\""])
    }
    return level?.id
  }

  @Test("Each presentation appears once, on whatever device, also after a restart")
  func once() async throws {
    let first = try service([Bell.feature])
    let session = try await first.session(of: Bell.self, "bell")
    func check(
      _ seen: Int, _ session: HostedSession<Bell.State, Bell.Action>
    ) async throws -> String? {
      let ids = [try await show(session), try await show(session)]
      #expect(ids[0] == ids[1])
      #expect(try await session.snapshot().state.seen == seen)
      return ids[0]
    }
    #expect(try await check(0, session) == "root")
    try await session.send(.open)
    let one = try await check(1, session)
    try await session.send(.note(.dismiss))
    #expect(try await check(1, session) == "root")
    try await session.send(.open)
    let two = try await check(2, session)
    #expect(one != two)
    first.server.shutdown(graceSeconds: 0)
    let second = try service([Bell.feature])
    let resumed = HostedSession<Bell.State, Bell.Action>(service: second, path: session.path)
    #expect(try await check(2, resumed) == two)
    try await resumed.send(.note(.dismiss))
    try await resumed.send(.open)
    // Nobody has seen that it was closed.
    #expect(try await check(2, resumed) == two)
  }

  @Test("What is closed and presented again between two screens appears twice")
  func unseen() async throws {
    let service = try service([Bell.feature])
    let session = try await service.session(of: Bell.self, "bell")
    func send(_ batch: String) async throws -> Int {
      try await service.send(.post, session.path + "/actions", json: batch).status
    }
    let close = #"{"note":{"dismiss":{}}}"#
    try await session.send(.open)
    let one = try await show(session)
    #expect(try await send("[\(close),\"open\"]") == 200)
    let two = try await show(session)
    #expect(one != two)
    #expect(try await session.snapshot().state.seen == 2)
    // What was not done closes nothing.
    #expect(try await send("[\(close),\"open\",\(close),\(close)]") == 409)
    #expect(try await show(session) == two)
    #expect(try await session.snapshot().state.seen == 2)
  }

  @Test("A derived screen gives a level that is presented again another id, too")
  func derived() async throws {
    let service = try service([
      Feature("inventory", initialState: Inventory.State()) { Inventory() }
    ])
    let session = try await service.session(of: Inventory.self, "inventory")
    var screen = try await session.screen()
    var ids: [String] = []
    for _ in 0..<2 {
      try await screen.tap("Add")
      try await screen.enter("Mouse", in: "Name")
      ids.append(screen.levelIDs[1])
      try await screen.back()
    }
    #expect(ids == ["destination/addItem@1", "destination/addItem@4"])
    try await screen.tap("Add")
    try await screen.enter("Mouse", in: "Name")
    let again = #"[{"destination":{"dismiss":{}}},"addButtonTapped"]"#
    let last = try await session.screen().levels.last?.id
    let sent = try await service.send(.post, session.path + "/actions", json: again)
    #expect(sent.status == 200)
    #expect(try await session.screen().levels.last?.id != last)
  }

  @Test("A session whose screens nobody asks for stores nothing for them")
  func nobody() async throws {
    let service = try service([Bell.feature])
    let session = try await service.session(of: Bell.self, "bell")
    try await session.send(.open)
    let metadata = storage.writes.compactMap { write -> String? in
      switch write {
      case .create(let new): String(decoding: new.session.metadata, as: UTF8.self)
      case .update(let update): update.metadata.map { String(decoding: $0, as: UTF8.self) }
      default: nil
      }
    }
    #expect(!metadata.isEmpty && !metadata.contains { $0.contains("presentations") })
    _ = try await show(session)
    service.server.shutdown(graceSeconds: 0)
    let update = try #require(
      storage.writes.compactMap {
        if case .update(let update) = $0 { update.metadata } else { nil }
      }
      .last)
    #expect(String(decoding: update, as: UTF8.self).contains(#""presentations":{"note":1}"#))
  }
}

/// A feature that counts how often a note has appeared.
@Reducer
struct Bell {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var seen = 0
    @Presents var note: Note.State?
  }

  enum Action: Codable, Equatable, Sendable {
    case open
    case note(PresentationAction<Note.Action>)
  }

  @Reducer
  struct Note {
    @ObservableState
    struct State: Codable, Equatable, Sendable {}
    enum Action: Codable, Equatable, Sendable { case appeared }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.note = Note.State()
      case .note(.presented(.appeared)): state.seen += 1
      case .note: break
      }
      return .none
    }
    .ifLet(\.$note, action: \.note) { Note() }
  }

  static var feature: Feature {
    Feature("bell", initialState: State()) {
      Bell()
    } view: {
      BellView(store: $0)
    }
  }
}

private struct BellView: View {
  @Bindable var store: StoreOf<Bell>

  var body: some View {
    Button("Open") { store.send(.open) }
      .sheet(item: $store.scope(state: \.note, action: \.note)) { store in
        Text("A note").onAppear { store.send(.appeared) }
      }
  }
}
