import BackstackHTTP
import BackstackSessionsTestSupport
import BackstackStorage
import FoundationEssentials
import Synchronization
import Testing

@testable import Backstack
@testable import BackstackService
@testable import BackstackSessions

@Suite("Stored states that share values")
struct SavedSharesTests {
  /// The issues that a store has reported.
  private final class IssueLog: Sendable {
    private let issues = Mutex<[String]>([])

    var messages: [String] { issues.withLock { $0 } }

    func add(_ message: String) { issues.withLock { $0.append(message) } }
  }

  private let issues = IssueLog()

  /// Returns a store of a stored state.
  private func store(_ json: String, _ shared: String) throws -> StoreOf<Boards> {
    try Store.hosted {
      let state = try SavedState(json: json, shared: shared).decode(Boards.State.self)
      state.share()
      return state.state
    } reducer: {
      Boards()
    } withDependencies: {
      $0.issueReporter = IssueReporter { [issues] in issues.add($0.message) }
    }
  }

  @Test("What an effect holds leads to the latest of many restored states, and keeps none between")
  func restores() throws {
    let store = try store(Self.state, #"{"next":0,"groups":[]}"#)
    _ = try store.sendBatch([.open(1)])
    let held = store.withExclusiveAccess { store.state.$notes }
    let saved = try store.withExclusiveAccess {
      try SavedState(store.state, sharing: store.shares)
    }
    var restored: [WeakReference] = []
    for _ in 0..<50 {
      store.replaceState(try saved.decode(Boards.State.self)) { _ in }
      restored.append(
        WeakReference(object: store.withExclusiveAccess { store.state.$notes.reference }))
    }
    // A chain of all would be as deep as a client restores often, and with it the stack.
    #expect(restored.count { $0.object != nil } == 1)
    held.withLock { $0[id: 1]?.text = "held" }
    #expect(store.withExclusiveAccess { store.state.notes[id: 1]?.text } == "held")
    #expect(store.withExclusiveAccess { store.state.path.last?.note.text } == "held")
    #expect(issues.messages == [])
  }

  @Test("The values of a store that is gone are freed, also those in its places")
  func freed() throws {
    /// Uses a store, and returns its values.
    func use(_ store: StoreOf<Boards>) throws -> [WeakReference] {
      _ = try store.sendBatch([.open(1), .visit, .append("c")])
      return try store.withExclusiveAccess {
        let state = store.state
        _ = try SavedState(state, sharing: store.shares)
        return [state.$notes.reference, state.$changes.reference, state.path[0].$note.reference]
          .map { WeakReference(object: $0) }
      }
    }
    var store: StoreOf<Boards>? = try store(Self.state, #"{"next":0,"groups":[]}"#)
    let values = try use(#require(store))
    #expect(values.allSatisfy { $0.object != nil })
    store = nil
    #expect(values.allSatisfy { $0.object == nil })
  }

  private struct WeakReference {
    weak var object: AnyObject?
  }

  private static let state = #"""
    {"notes":[{"id":1,"text":"a"}],"changes":3,\#
    "path":[{"id":0,"state":{"note":{"id":1,"text":"b"},"changes":4}}]}
    """#

  @Test(
    "Of places that share a value and disagree, the first one wins, and an issue names the others")
  func conflict() throws {
    let store = try store(
      Self.state,
      #"""
      {"next":2,"groups":[{"id":0,"at":["/notes"]},{"id":0,"by":["[1]","?"],"at":["/path/0/state/note"]},\#
      {"id":1,"key":"changes","at":["/changes","/path/0/state/changes"]}],"values":{"changes":"3"}}
      """#)
    #expect(store.path[0].note.text == "a" && store.path[0].changes == 3)
    store.send(.path(.element(id: 0, action: .write("c"))))
    #expect(store.notes[id: 1]?.text == "c" && store.state.changes == 4)
    let issues = issues.messages
    #expect(issues.count == 2 && issues.allSatisfy { $0.contains("/path/0/state/") }, "\(issues)")
  }

  @Test(
    "Groups that lead nowhere, or to values of other types, leave each place its own value",
    arguments: [
      ##"{"next":0,"groups":[{"id":0,"at":["/nowhere","/path/7/state/note","","/path"]}]}"##,
      ##"{"next":0,"groups":[{"id":0,"at":["/notes"]},{"id":0,"by":["[9]","?"],"at":["/path/0/state/note"]}]}"##,
      ##"{"next":0,"groups":[{"id":0,"at":["/notes"]},{"id":0,"by":["#4",".x","?"],"at":["/path/0/state/note"]}]}"##,
      ##"{"next":9223372036854775807,"groups":[{"id":0,"at":["/notes","/notes"]},{"id":0,"by":["[1]","?"],"at":["/notes"]}]}"##,
      ##"{"next":0,"groups":[{"id":5,"by":[".text"],"at":["/path/0/state/note"]}]}"##,
      ##"{"next":0,"groups":[{"id":0,"at":["/notes","/changes"]}]}"##,
      ##"{"next":-1,"groups":[{"id":-9223372036854775808,"at":[]}],"values":{"changes":"[","x":""}}"##,
      ##"{"next":0,"groups":[{"id":0,"by":["!"],"at":[]}]}"##, "[]", "", "{",
    ])
  func nowhere(shared: String) throws {
    let store = try store(Self.state, shared)
    store.send(.path(.element(id: 0, action: .write("c"))))
    #expect(store.notes[id: 1]?.text == "a" && store.path[0].note.text == "c")
  }

  @Test("Groups that name the same places in another order do not lead in a circle")
  func circle() throws {
    let store = try store(
      Self.state,
      #"""
      {"next":2,"groups":[{"id":0,"at":["/changes","/path/0/state/changes"]},\#
      {"id":1,"at":["/path/0/state/changes","/changes"]}]}
      """#)
    #expect(store.state.changes == 3 && store.path[0].changes == 3)
  }
}

/// A feature with a value that can contain itself, and many places that share one.
@Reducer
private struct Rings {
  struct Node: Codable, Equatable, Sendable {
    var name = ""
    @Shared var next: Node?
  }

  struct Row: Codable, Equatable, Sendable, Identifiable {
    let id: Int
    @Shared var count: Int
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared var node: Node?
    @Shared(.inMemory("keyed")) var keyed: Node?
    @Shared var count: Int
    @ServerOnly @Shared var secret: Int
    var rows: IdentifiedArrayOf<Row> = []
  }

  enum Action: Codable, Sendable, BindableAction {
    case binding(BindingAction<State>)
    case close
    case closeKeyed
    case fill(Int)
    case add
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .closeKeyed: state.$keyed.withLock { [node = state.$keyed] in $0 = Node(next: node) }
      case .close: state.$node.withLock { [node = state.$node] in $0 = Node(next: node) }
      case .fill(let count):
        state.rows = IdentifiedArray(
          uniqueElements: (0..<count).map { Row(id: $0, count: state.$count) })
      case .add: state.rows[id: 0]?.$count.withLock { $0 += 1 }
      }
      return .none
    }
  }
}

@Suite("Unusual shared values in a session")
struct UnusualSharesTests {
  private func client(_ storage: (any SessionStorage)? = nil) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.timer = ManualTimer()
    configuration.storage = storage
    return ServiceClient(
      [
        Feature(
          "rings",
          initialState: Rings.State(
            node: Shared(value: nil), count: Shared(value: 0), secret: Shared(value: 0))
        ) { Rings() }
      ], configuration: configuration)
  }

  private static let create = #"{"feature": "rings"}"#

  @Test(
    "A value that becomes a part of itself is an error of that session, and nothing more",
    arguments: ["close", "closeKeyed"])
  func ring(action: String) async {
    let client = client()
    let session = await client.create(Self.create)
    let answer = await client.act(session, "\"\(action)\"")
    #expect(answer.status == 500 && answer.problem == "state-not-encodable", "\(answer.text)")
    let other = await client.create(Self.create)
    #expect(await client.send(.get, other).status == 200)
  }

  @Test("10,000 places share a value, also after a restart")
  func many() async {
    let storage = MemoryStorage()
    let before = client(storage)
    let session = await before.create(Self.create)
    _ = await before.act(session, #"{"fill": 10000}"#)
    _ = await before.act(session, #""add""#)
    before.service.directory.releaseSessions()
    let after = client(storage)
    let answer = await after.act(session, #""add""#)
    #expect(answer.text.matches(of: /"count":2\b/).count == 10_001)
  }

  @Test("A client may bind a shared value, unless it is for the server only")
  func bindings() async {
    let client = client()
    let session = await client.create(Self.create)
    let bound = await client.act(session, #"{"binding": {"count": 5}}"#)
    #expect(bound.status == 200 && bound.contains(#""count":5"#), "\(bound.text)")
    let refused = await client.act(session, #"{"binding": {"secret": 5}}"#)
    #expect(refused.status == 422 || refused.status == 400, "\(refused.text)")
    #expect(await client.send(.get, session).contains(#""secret":0"#))
  }
}

/// A feature whose states write a key twice, so that they are encoded a second time.
@Reducer
private struct Twice {
  struct Row: Codable, Equatable, Sendable {
    let isTwice: Bool
    @Shared var count: Int

    private enum CodingKeys: CodingKey { case isTwice, count }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isTwice, forKey: .isTwice)
      if isTwice { try container.encode(_count, forKey: .count) }
      try container.encode(_count, forKey: .count)
    }
  }

  struct State: Codable, Equatable, Sendable {
    let root: Row
    let isTwice: Bool
    var path = StackState<Row>()

    private enum CodingKeys: CodingKey { case root, isTwice, path }

    init(isTwice: Bool, rowIsTwice: Bool) {
      root = Row(isTwice: isTwice, count: Shared(value: 0))
      self.isTwice = rowIsTwice
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(root, forKey: .root)
      try container.encode(path, forKey: .path)
      try container.encode(isTwice, forKey: .isTwice)
    }
  }

  enum Action: Codable, Sendable {
    case open
    case add
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.path.append(Row(isTwice: state.isTwice, count: state.root.$count))
      case .add: state.root.$count.withLock { $0 += 1 }
      }
      return .none
    }
  }
}

@Suite("States that are encoded twice")
struct SharesEncodedTwiceTests {
  private func client(_ storage: any SessionStorage, _ root: Bool, _ row: Bool) -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.timer = ManualTimer()
    configuration.storage = storage
    return ServiceClient(
      [Feature("twice", initialState: Twice.State(isTwice: root, rowIsTwice: row)) { Twice() }],
      configuration: configuration)
  }

  @Test(
    "The root, an element of a stack or both share a value before and after a restart",
    arguments: [(false, false), (true, false), (false, true), (true, true)])
  func shares(root: Bool, row: Bool) async {
    let storage = MemoryStorage()
    let before = client(storage, root, row)
    let session = await before.create(#"{"feature": "twice"}"#)
    _ = await before.act(session, #""open""#)
    _ = await before.act(session, #""open""#)
    let shown = await before.act(session, #""add""#)
    #expect(shown.text.matches(of: /"count":1\b/).count == 3, "\(shown.text)")
    before.service.directory.releaseSessions()
    let after = client(storage, root, row)
    let restored = await after.act(session, #""add""#)
    #expect(restored.text.matches(of: /"count":2\b/).count == 3, "\(restored.text)")
  }
}
