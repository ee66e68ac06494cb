import BackstackCoding
import Synchronization
import Testing

@testable import Backstack

@Reducer
private struct Lamp {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var isOn = false
  }

  enum Action: Codable, Equatable, Sendable {
    case switched
    case dimmed(percent: Int)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct House {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var porch = Lamp.State()
    var rooms: IdentifiedArray<Int, Room> = [Room(id: 3)]
    var path = StackState<Lamp.State>([Lamp.State()])
    var name = ""
    var count = 0
    @Presents var lamp: Lamp.State? = Lamp.State()
  }

  struct Room: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var lamp = Lamp.State()
  }

  enum Action: Codable, Equatable, Sendable {
    case porch(Lamp.Action)
    case odd(Odd)
    case path(StackAction<Lamp.State, Lamp.Action>)
    case lamp(PresentationAction<Lamp.Action>)
    case counted
  }

  /// An action whose JSON has not that of what it embeds.
  @CasePathable
  enum Odd: Codable, Equatable, Sendable {
    case lamp(Lamp.Action)

    init(from decoder: any Decoder) throws { self = .lamp(.switched) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("lamp \(self == .lamp(.switched) ? 1 : 2)")
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .counted { state.count += 1 }
      return .none
    }
  }
}

@Suite("Stores of a state that does not change")
struct ReadOnlyStoreTests {
  private final class Actions: ActionTaker {
    let all = Mutex<[(json: String, place: ActionPlace)]>([])

    func take(_ action: some Sendable, at place: ActionPlace) {
      guard let action = action as? any Encodable else { return }
      let json = (try? JSONStreamEncoder.encode(action)) ?? []
      all.withLock {
        $0.append((String(decoding: place.prefix + json + place.suffix, as: UTF8.self), place))
      }
    }

    func take() -> [(json: String, place: ActionPlace)] {
      all.withLock { all in
        defer { all = [] }
        return all
      }
    }
  }

  private let actions = Actions()
  private let original = Store(initialState: House.State()) { House() }

  private func json(_ action: House.Action) throws -> String {
    String(decoding: try JSONStreamEncoder.encode(action), as: UTF8.self)
  }

  private func readOnly() -> ReadOnlyStore<House.State, House.Action> {
    ReadOnlyStore(of: original, sendingTo: ActionTarget(actions, at: .root))
  }

  @Test("The actions of scopes stand where they are embedded in those of the root")
  func places() throws {
    // The place of a scope is found out by its first action, and used from then on.
    for isKnown in [false, true] {
      let store = readOnly().store
      store.scope(state: \.porch, action: \.porch).send(.dimmed(percent: 3))
      try #require(store.scope(state: \.lamp, action: \.lamp)).send(.switched)
      store.scope(state: \.path, action: \.path).send(.popFrom(id: 0))
      try #require(store.scope(state: \.path, action: \.path).elements.first).send(.switched)
      let sent = actions.take()
      #expect(
        try sent.map(\.json)
          == [
            .porch(.dimmed(percent: 3)), .lamp(.presented(.switched)), .path(.popFrom(id: 0)),
            .path(.element(id: 0, action: .switched)),
          ].map(json))
      if isKnown {
        #expect(sent[0].place.prefix == Array(#"{"porch":"#.utf8))
        #expect(sent[1].place.suffix == Array("}}".utf8))
      }
    }
    #expect(original.state == House.State())
  }

  @Test("An action that is not in the JSON of what embeds it has no place")
  func odd() {
    for _ in 0..<3 {
      let odd = readOnly().store.scope(state: \.porch, action: \.odd.lamp)
      odd.send(.switched)
      odd.send(.dimmed(percent: 3))
      #expect(actions.take().map(\.json) == [#"{"odd":"lamp 1"}"#, #"{"odd":"lamp 2"}"#])
      #expect(odd.target == nil)
    }
  }

  @Test("What was read is the same until that part changes")
  func reads() {
    let store = readOnly()
    var state = House.State()
    _ = store.store.name
    _ = store.store.scope(state: \.porch, action: \.porch).isOn
    _ = store.store.rooms.count
    let reads = store.reads.take()
    #expect(!reads.isEmpty && !reads.hasAll)
    #expect(store.reads.take().isEmpty)
    state.count = 8
    state.lamp = nil
    #expect(reads.areSame(in: original.state))
    for change: (inout House.State) -> Void in [
      { $0.name = "x" }, { $0.porch.isOn = true }, { $0.rooms.append(House.Room(id: 4)) },
    ] {
      var state = original.state
      change(&state)
      #expect(!reads.areSame(in: state))
    }
    #expect(!reads.areSame(in: 1))
  }

  @Test("A presentation that is absent is the same as another one that is")
  func absence() {
    original.send(.counted)
    var state = original.state
    state.lamp = nil
    let store = readOnly()
    store.replace(state)
    #expect(store.store.scope(state: \.lamp, action: \.lamp) == nil)
    let reads = store.reads.take()
    #expect(!reads.hasAll)
    #expect(reads.areSame(in: state))
    #expect(!reads.areSame(in: original.state))
  }

  @Test("Without a state of its own, a store has the original's")
  func replaced() {
    let store = readOnly()
    let porch = store.store.scope(state: \.porch, action: \.porch)
    original.send(.counted)
    #expect(store.store.count == 0)
    store.replace(original.state)
    #expect(store.store.count == 1)
    original.send(.counted)
    store.replace(nil)
    #expect(store.store.count == 2)
    #expect(store.store.state.count == 2)
    #expect(!porch.isOn)
  }

  @Test(
    "A place is what is around an action, up to closing braces",
    arguments: [
      (#"{"a":{"b":{}}}"#, #"{"b":{}}"#, #"{"a":"#, "}"), (#"{"a":"b"}"#, #""b""#, #"{"a":"#, "}"),
      (#"{"a":{"b":{"c":1}}}"#, #"{"c":1}"#, #"{"a":{"b":"#, "}}"),
    ])
  func around(outer: String, inner: String, prefix: String, suffix: String) {
    #expect(
      ActionPlace(of: Array(inner.utf8), in: Array(outer.utf8))
        == ActionPlace(prefix: Array(prefix.utf8), suffix: Array(suffix.utf8)))
  }

  @Test(
    "There is no place where the action is not whole, or more follows",
    arguments: [(#"{"a":["b"]}"#, #""b""#), (#"{"a":1,"b":2}"#, "1"), ("12", "2"), ("{}", "{}")])
  func noPlace(outer: String, inner: String) {
    #expect(ActionPlace(of: Array(inner.utf8), in: Array(outer.utf8)) == nil)
  }
}
