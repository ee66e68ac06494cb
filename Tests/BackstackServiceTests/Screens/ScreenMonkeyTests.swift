import Backstack
import BackstackService
import BackstackServiceTesting
import BackstackTestSupport
import BackstackTesting
import BackstackViews
import Testing

@testable import BackstackDemo

/// Random walks through screens. The clock stands still, so that nothing but a walk changes a session.
@Suite(.dependencies { $0.continuousClock = TestClock() })
struct ScreenMonkeyTests {
  @Test("A monkey finds no mistake in the demo's counters", arguments: 0..<3)
  func counters(seed: UInt64) async throws {
    try await walk(Counters.self, "counters", seed)
  }

  @Test("A monkey finds no mistake in the demo's inventory", arguments: 0..<3)
  func inventory(seed: UInt64) async throws {
    try await walk(Inventory.self, "inventory", seed)
  }

  @Test("A monkey finds no mistake in the demo's stand-ups", arguments: 0..<3)
  func standups(seed: UInt64) async throws {
    try await walk(Standups.self, "standups", seed)
  }

  @Test("A monkey finds no mistake in the demo's polls", arguments: 0..<3)
  func polls(seed: UInt64) async throws { try await walk(Polls.self, "polls", seed) }

  private func walk<R: Reducer>(_ reducer: R.Type, _ name: String, _ seed: UInt64) async throws
  where R.State: Codable, R.Action: Codable {
    let service = try HostedService(demoFeatures)
    let monkey = ScreenMonkey(seed: seed) { try await service.session(of: R.self, name) }
    let finding = try await monkey.run(steps: 150)
    #expect(finding == nil, "\(finding.map { "\($0)" } ?? "")")
  }

  @Test("A monkey tells the shortest way to a refusal, and what else is wrong")
  func findings() async throws {
    #expect(
      try await find(.refusal)?.story == [
        #"try await screen.tap("Next")"#, #"try await screen.tap("Next")"#,
        #"try await screen.tap("Break")"#,
      ])
    #expect(try await find(.refusal)?.mistake.hasPrefix("\"Break\" is refused: 409") == true)
    #expect(try await find(.trap)?.mistake == "Nothing leads away from \"Trap\".")
    #expect(try await find(.trap)?.story == [#"try await screen.tap("Open")"#])
    #expect(try await find(.nameless)?.mistake == "A button of \"root\" has no name.")
    #expect(try await find(.emptiness)?.mistake == "A text of \"root\" is empty.")
  }

  private func find(
    _ flaw: Flawed.State.Flaw
  ) async throws -> ScreenMonkey<Flawed.State, Flawed.Action>.Finding? {
    let service = try HostedService([
      Feature("flawed", initialState: Flawed.State(flaw: flaw)) {
        Flawed()
      } view: {
        FlawedView(store: $0)
      }
    ])
    let monkey = ScreenMonkey(seed: 3) { try await service.session(of: Flawed.self, "flawed") }
    return try await monkey.run(steps: 200)
  }
}

/// A feature whose view has a flaw.
@Reducer
private struct Flawed {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    enum Flaw: String, Codable, Sendable { case refusal, trap, nameless, emptiness }

    let flaw: Flaw
    var steps = 0
    var path = StackState<Nowhere.State>()
  }

  enum Action: Codable, Equatable, Sendable {
    case next
    case open
    case path(StackActionOf<Nowhere>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .next: state.steps += 1
      case .open: state.path.append(Nowhere.State())
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Nowhere() }
  }
}

@Reducer
private struct Nowhere {
  @ObservableState
  struct State: Codable, Equatable, Sendable {}
  enum Action: Codable, Equatable, Sendable { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

private struct FlawedView: View {
  @Bindable var store: StoreOf<Flawed>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      switch store.flaw {
      case .refusal:
        Button("Next") { store.send(.next) }
        Button("Other") { store.send(.next) }.disabled(true)
        if store.steps == 2 {
          Button("Break") { store.send(.path(.popFrom(id: 7))) }
        }
      case .trap: Button("Open") { store.send(.open) }
      case .nameless: Button("") { store.send(.next) }
      case .emptiness: Text(" ")
      }
    } destination: { _ in
      Text("No way back").navigationTitle("Trap").navigationBarBackButtonHidden()
    }
  }
}
