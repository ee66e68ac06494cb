import Backstack
import BackstackTesting
import Testing

@testable import BackstackCoding
@testable import BackstackDependencies

@Suite("Names of apps that work here, too")
struct PortedNamesTests {
  @Test("A scope may leave out the label of its state, and actions of a view have a case")
  @MainActor
  func scope() async {
    let store = TestStore(initialState: Form.State()) { Form() }
    await store.send(.view(.renamed("Tea")))
    await store.receive(.title(.changed("Tea"))) { $0.title.text = "Tea" }
    #expect(viewAction(of: Form.self, .renamed("Milk")) == .view(.renamed("Milk")))
  }

  private func viewAction<R: Reducer>(
    of _: R.Type, _ action: R.Action.ViewAction
  ) -> R.Action where R.Action: ViewAction {
    .view(action)
  }

  @Test("A value gets an id of its own")
  func identified() {
    var rows: IdentifiedArrayOf<Identified<Int, String>> = [Identified("a", id: 1)]
    rows.append(Identified("bb", id: \.count))
    #expect(rows[id: 2]?.value == "bb" && rows[id: 2]?.count == 2)
    rows[id: 1]?.value = "c"
    #expect(rows[id: 1] == Identified("c", id: { _ in 1 }))
  }

  @Test("A reducer asks its store for ids, and code outside of stores gets an issue", .dependencies)
  func elementIDs() {
    let store = Store(initialState: PushedTitles.State()) { PushedTitles() }
    store.send(.pushed)
    store.send(.pushed)
    #expect(store.state.ids == [0, 2])
    #expect(store.state.path.ids == [1, 3])
    withKnownIssue {
      let none: StackElementIDGenerator? = nil
      _ = none.next()
    } matching: {
      "\($0)".contains("outside of one")
    }
  }

  @Test("A result in an action keeps its error as a text and a type")
  func results() throws {
    struct Broken: Error, CustomStringConvertible { let description = "The oven is cold." }
    let loaded = Menu.Action.loaded(.success(["soup"]))
    let failed = Menu.Action.loaded(.failure(Broken()))
    #expect(try Self.json(loaded) == #"{"loaded":{"success":["soup"]}}"#)
    let text = #"{"loaded":{"failure":{"message":"The oven is cold.","type":"Broken"}}}"#
    #expect(try Self.json(failed) == text)
    let read = try JSONStreamDecoder.decode(Menu.Action.self, from: Array(text.utf8))
    #expect(try Self.json(read) == text)
    guard case .loaded(.failure(let error as CodedError)) = read else {
      Issue.record("\(read)")
      return
    }
    #expect("\(error)" == "The oven is cold." && error.type == "Broken")
    let typed = Result<Int, CodedError>.failure(error)
    let again = try JSONStreamDecoder.decode(
      Result<Int, CodedError>.self, from: JSONStreamEncoder.encode(typed))
    #expect(again == typed)
    #expect(throws: DecodingError.self) {
      try JSONStreamDecoder.decode(
        Result<Int, Unreadable>.self, from: Array(#"{"failure":{"message":"","type":""}}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONStreamDecoder.decode(Menu.Action.self, from: Array(#"{"loaded":{}}"#.utf8))
    }
    let schema = StoredSchema(of: Menu.Action.self).document.json
    #expect(schema.contains(#""failure":{"properties":{"message":"#))
  }

  private struct Unreadable: Error {}

  private static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONStreamEncoder.encode(value), as: UTF8.self)
  }

  @Test("Animations compile, and change nothing")
  @MainActor
  func animations() async {
    let store = TestStore(initialState: Menu.State()) { Menu() }
    await store.send(.load)
    await store.receive(.loaded(.success(["soup", "bread"]))) { $0.dishes = ["soup", "bread"] }
    await store.receive(.closed)
    #expect(ButtonStateAction.send(1, animation: .bouncy) == .send(1))
    let dismissals = LockIsolated(0)
    await DismissEffect { dismissals.withValue { $0 += 1 } }(animation: .default)
    #expect(dismissals.value == 1)
  }

  @Test("An action without equality is received if it looks like the expected one")
  @MainActor
  func receive() async {
    let store = TestStore(initialState: Menu.State()) { Menu() }
    await store.send(.load)
    await withKnownIssue {
      await store.receive(.loaded(.success(["soup"])))
    } matching: { issue in
      "\(issue)".contains("An effect sent another action") && "\(issue)".contains("bread")
    }
    await store.receive(.closed)
  }

  @Test("A text keeps its wire form, whatever an app wants it to look like")
  func texts() {
    let text = TextState("Delete").bold().italic().underline().strikethrough().monospacedDigit()
    #expect(text == TextState("Delete"))
  }
}

@Reducer
private struct Menu {
  struct State: Equatable, Sendable { var dishes: [String] = [] }
  enum Action: Codable, Sendable {
    case load
    case loaded(Result<[String], any Error>)
    case closed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load:
        return .run { send in
          await send(.loaded(.success(["soup", "bread"])), animation: .default)
        }
        .merge(with: .none)
        .animation()
      case .loaded(let result):
        state.dishes = (try? result.get()) ?? []
        return .send(.closed, animation: .easeOut)
      case .closed:
        return .none
      }
    }
  }
}

@Reducer
private struct Form {
  struct State: Equatable, Sendable { var title = Title.State() }
  @CasePathable
  enum Action: ViewAction, Equatable, Sendable {
    case title(Title.Action)
    case view(View)

    enum View: Equatable, Sendable { case renamed(String) }
  }

  var body: some ReducerOf<Self> {
    Scope(\.title, action: \.title) { Title() }
    Reduce { _, action in
      guard case .view(.renamed(let text)) = action else { return .none }
      return .send(.title(.changed(text)))
    }
  }
}

@Reducer
private struct Title {
  struct State: Equatable, Sendable { var text = "" }
  enum Action: Equatable, Sendable { case changed(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .changed(let text) = action { state.text = text }
      return .none
    }
  }
}

@Reducer
private struct PushedTitles {
  struct State: Equatable, Sendable {
    var path = StackState<Title.State>()
    var ids: [StackElementID] = []
  }
  enum Action: Sendable {
    case pushed
    case path(StackActionOf<Title>)
  }

  @Dependency(\.stackElementID) var stackElementID

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .pushed = action else { return .none }
      state.ids.append(stackElementID.next())
      state.path.append(Title.State())
      return .none
    }
    .forEach(\.path, action: \.path) { Title() }
  }
}
