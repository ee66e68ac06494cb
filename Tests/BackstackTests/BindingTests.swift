import Backstack
import BackstackDiffing
import BackstackTestSupport
import BackstackTesting
import Testing

@Suite("Bindings")
struct BindingTests {
  @Test("A binding sets the field; other fields and other actions are not concerned")
  func sets() {
    let store = Store(initialState: Form.State(isLogging: false)) { Form() }
    store.send(.binding(.set(\.title, "Design")))
    store.send(.set(\.item.count, 3))
    #expect(
      store.state
        == Form.State(
          title: "Design", item: Form.Item(count: 3), changes: [" → Design"], isLogging: false))
    store.send(.clear)
    #expect(store.title == "")
    #expect(store.item.count == 3)
  }

  @Test("A store whose field is changed sends the binding")
  func storeFields() {
    let store = Store(initialState: Form.State()) { Form() }
    store.title = "Design"
    store.isDone.toggle()
    store.item.count += 2
    // A part of a field is changed by a binding of the whole one.
    #expect(store.log == ["title Design", "done"] && store.item.count == 2)
    #expect(store.state.changes == [" → Design"])
    let note = Store(initialState: Note.State()) { Note() }
    note.title.append("A")
    #expect(note.title == "A" && note.log == ["title"])
  }

  @Test("Reducers below a BindingReducer see the new value, and match the field")
  func reduces() {
    let store = Store(initialState: Form.State()) { Form() }
    store.send(.set(\.title, "Design"))
    store.send(.set(\.isDone, true))
    store.send(.set(\.item.count, 1))
    store.send(.clear)
    #expect(store.log == ["title Design", "done", "count 1", "clear"])
  }

  @Test("onChange runs when the binding changed the value")
  func changes() {
    let store = Store(initialState: Form.State()) { Form() }
    store.send(.set(\.title, "a"))
    store.send(.set(\.title, "a"))
    store.send(.set(\.isDone, true))
    #expect(store.state.changes == [" → a"])
  }

  @Test("A part of the actions can be bindable")
  func views() async {
    let store = TestStore(initialState: Note.State()) { Note() }
    await store.send(\.view.binding.title, "Design") {
      $0.title = "Design"
      $0.log = ["title"]
    }
    await store.send(.view(.set(\.title, ""))) {
      $0.title = ""
      $0.log = ["title", "title"]
    }
    await store.send(.view(.saveButtonTapped)) { $0.log.append("save") }
    await store.send(.other)
  }

  @Test("A test store sends and receives bindings by key path")
  func testStore() async {
    let store = TestStore(initialState: Form.State(isLogging: false)) { Form() }
    await store.send(\.binding.title, "Design") {
      $0.title = "Design"
      $0.changes = [" → Design"]
    }
    await store.send(.set(\.isDone, true)) { $0.isDone = true }
    await store.send(.binding(.set(\.isDone, false))) { $0.isDone = false }
    await store.send(.load)
    await store.receive(\.binding.item, Form.Item(count: 5)) { $0.item.count = 5 }
    await store.send(.load)
    await store.receive(\.binding.item)
    await store.send(.load)
    await store.receive(.set(\.item, Form.Item(count: 5)))
    await store.send(.load)
    await store.receive(\.binding)
  }

  @Test("Bindings are equal if they set the same field to equal values")
  func equality() {
    let binding = BindingAction<Form.State>.set(\.title, "a")
    #expect(binding == .set(\.title, "a"))
    #expect(binding != .set(\.title, "b"))
    #expect(binding != .set(\.subtitle, "a"))
    #expect(binding != .set(\.isDone, true))
    #expect(binding.keyPath == \.title)
  }

  @Test("A binding is found in its action, and is nil in any other")
  func extraction() {
    #expect(Form.Action.set(\.title, "a").binding == .set(\.title, "a"))
    #expect(Form.Action.clear.binding == nil)
    #expect(Form.Action.set(\.title, "a")[case: \.binding.title] == "a")
    #expect(Form.Action.set(\.title, "a")[case: \.binding.subtitle] == nil)
    #expect(Form.Action.clear[case: \.binding.title] == nil)
  }

  @Test("An action can have its own binding, in an extension of it")
  func written() {
    let store = Store(initialState: Tag.State()) { Tag() }
    store.send(.set(\.name, "a"))
    #expect(store.name == "")
    store.send(.nameChanged("b"))
    #expect(store.name == "b")
  }

  @Test("A binding is described as the call that makes it")
  func descriptions() {
    #expect(describe(Form.Action.set(\.title, "a")) == #".binding(.set(\.title, "a"))"#)
    #expect(describe(Form.Action.set(\.item.count, 1)) == #".binding(.set(\.item.count, 1))"#)
    #expect(
      describe(BindingAction<Form.State>.set(\.item, Form.Item(count: 1)))
        == #".set(\.item, BindingTests.Form.Item(count: 1, name: ""))"#)
    #expect(
      BackstackDiffing.diff(Form.Action.set(\.title, "a"), .set(\.title, "b")) == """
        - .binding(.set(\\.title, "a"))
        + .binding(.set(\\.title, "b"))
        """)
  }

  /// A feature whose state is not Codable.
  @Reducer
  struct Form {
    struct Item: Equatable {
      var count = 0
      var name = ""
    }

    @ObservableState
    struct State: Equatable {
      var title = ""
      var subtitle = ""
      var isDone = false
      var item = Item()
      var log: [String] = []
      var changes: [String] = []
      var isLogging = true
    }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case clear
      case load
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
        .onChange(of: \.title) { old, new in
          Reduce { state, _ in
            state.changes.append("\(old) → \(new)")
            return .none
          }
        }
      Reduce { state, action in
        switch action {
        case .binding(\.title): state.note("title \(state.title)")
        case .binding(\.isDone): state.note("done")
        case .binding(\.item.count): state.note("count \(state.item.count)")
        case .binding: break
        case .clear:
          state.title = ""
          state.note("clear")
        case .load: return .send(.set(\.item, Item(count: 5)))
        }
        return .none
      }
    }
  }
}

extension BindingTests.Form.State {
  fileprivate mutating func note(_ text: String) {
    if isLogging { log.append(text) }
  }
}

/// A feature that keeps what a person does apart.
@Reducer
private struct Note {
  @ObservableState
  struct State: Equatable {
    var title = ""
    var log: [String] = []
  }

  enum Action: ViewAction {
    case other
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      switch action {
      case .view(.binding(\.title)): state.log.append("title")
      case .view(.saveButtonTapped): state.log.append("save")
      case .view, .other: break
      }
      return .none
    }
  }
}

/// A feature of which another action than `binding` sets a field.
@Reducer
private struct Tag {
  @ObservableState
  struct State {
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case nameChanged(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

extension Tag.Action {
  fileprivate var binding: BindingAction<Tag.State>? {
    guard case .nameChanged(let name) = self else { return nil }
    return .set(\.name, name)
  }
}
