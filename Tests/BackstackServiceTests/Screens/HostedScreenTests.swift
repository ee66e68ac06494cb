import Backstack
import BackstackService
import BackstackServiceTesting
import BackstackTestSupport
import BackstackViews
import Synchronization
import Testing

/// The steps of a test on a screen, and the mistakes of a test.
@Suite struct HostedScreenTests {
  private func screen(
    takesPushes: Bool = true, _ reporter: IssueReporter? = nil
  ) async throws -> HostedScreen {
    let feature = Feature(
      "drawers", initialState: Drawers.State(), clientInput: ClientInput(takesPushes: takesPushes)
    ) {
      Drawers()
    } view: {
      DrawersView(store: $0)
    } withDependencies: {
      if let reporter { $0.issueReporter = reporter }
    }
    return try await HostedService([feature]).session(of: Drawers.self, "drawers").screen()
  }

  @Test("What is in a tab is there once, and the name of a tab chooses it")
  func tabs() async throws {
    var screen = try await screen()
    try await screen.tap("Open")
    #expect(screen.texts.contains("opened 1"))
    try await screen.tap("Settings")
    #expect(!screen.canTap("Open"))
    #expect(try screen.value(of: "Loud") == "false")
    try await screen.tap("Loud")
    #expect(try screen.value(of: "Loud") == "true")
    try await screen.tap("Drawers")
    #expect(screen.canTap("Open"))
  }

  @Test("A row that has buttons is used by its own name, and they by theirs")
  func rows() async throws {
    var screen = try await screen()
    try await screen.tap("Empty", in: "socks")
    #expect(screen.texts.contains("emptied socks"))
    try await screen.tap("shirts")
    #expect(screen.texts.contains("opened 1"))
    try await screen.delete("shirts")
    #expect(!screen.texts.contains("shirts"))
    #expect(screen.texts.contains("socks"))
  }

  @Test(
    "A field of a row is found by another text of the row, and by its value; what is tapped, anywhere"
  )
  func rowsOfFields() async throws {
    let feature = Feature("crate", initialState: Crate.State()) {
      Crate()
    } view: {
      CrateView(store: $0)
    }
    var screen = try await HostedService([feature]).session(of: Crate.self, "crate").screen()
    try await screen.enter("lime", in: "Name", row: "pear")
    try await screen.enter("fig", in: "Name", row: "lime")
    try await screen.toggle("Ripe", row: "apple")
    #expect(screen.texts.contains("apple! fig"))
    try await screen.delete("apple")
    #expect(screen.texts.contains("fig"))
    // The row has no name of its own now.
    try await screen.enter("kiwi", in: "Name")
    try await screen.tap("Empty")
    #expect(screen.texts.contains("nothing"))
    #expect(screen.description.contains("[Wash all]"))
  }

  @Test("A field takes what its kind takes")
  func values() async throws {
    var screen = try await screen()
    try await screen.tap("Settings")
    try await screen.enter("12", in: "Number")
    #expect(try screen.value(of: "Number") == "12")
    let before = screen.version
    for text in ["abc", "", "1,\"isLoud\":false", "\"1\""] {
      await #expect(throws: ScreenMistake.self) { try await screen.enter(text, in: "Number") }
    }
    await #expect(throws: ScreenMistake.self) { try await screen.enter("Red", in: "Color") }
    await #expect(throws: ScreenMistake.self) { try await screen.tap("Color") }
    #expect(screen.version == before)
    try await screen.choose("Red", in: "Color")
    #expect(try screen.value(of: "Color") == "red")
  }

  @Test("A stepper goes both ways, whether it sends its value or only a direction")
  func steppers() async throws {
    var screen = try await screen()
    try await screen.tap("Settings")
    try await screen.increment("Count")
    #expect(try screen.value(of: "Count") == "2")
    await #expect(throws: ScreenMistake.self) { try await screen.increment("Count") }
    try await screen.decrement("Count")
    #expect(try screen.value(of: "Count") == "1")
    try await screen.increment("Openings")
    await #expect(throws: ScreenMistake.self) { try await screen.decrement("Openings") }
    await #expect(throws: ScreenMistake.self) { try await screen.increment("Loud") }
    // An option may have actions of its own.
    try await screen.choose("Open again", in: "Next")
    try await screen.tap("Drawers")
    #expect(screen.texts.contains("opened 2"))
  }

  @Test("A link that pushes can't be used where clients may not push, and is reported")
  func links() async throws {
    var screen = try await screen()
    try await screen.tap("Look inside")
    #expect(screen.title == "Inside")
    let issues = Mutex<[String]>([])
    screen = try await self.screen(
      takesPushes: false,
      IssueReporter { issue in issues.withLock { $0.append(issue.message) } })
    #expect(!screen.canTap("Look inside"))
    let reported = issues.withLock { $0 }
    #expect(reported.count == 1)
    #expect(reported.first?.hasPrefix("DrawersView: A NavigationLink pushes a state") == true)
  }
}

@Reducer
private struct Drawers {
  enum Tab: String, Codable, Sendable { case drawers, settings }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var tab = Tab.drawers
    var isLoud = false
    var number = 1
    var color = "blue"
    var openings = 0
    var contents = ["socks", "shirts"]
    var last = ""
    var path = StackState<Inside.State>()
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case openButtonTapped
    case emptyButtonTapped(String)
    case deleted(Set<Int>)
    case path(StackAction<Inside.State, Inside.Action>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .openButtonTapped: state.openings += 1
      case .emptyButtonTapped(let name): state.last = name
      case .deleted(let positions):
        for position in positions.sorted(by: >) { state.contents.remove(at: position) }
      case .binding, .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Inside() }
  }
}

@Reducer
private struct Crate {
  struct Fruit: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
    var isRipe = false
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var fruits: IdentifiedArrayOf<Fruit> = [
      Fruit(id: 0, name: "apple"), Fruit(id: 1, name: "pear"),
    ]
  }

  enum Action: Codable, Sendable {
    case named(id: Int, name: String)
    case ripened(Int)
    case deleted(Set<Int>)
    case emptied
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .named(let id, let name): state.fruits[id: id]?.name = name
      case .ripened(let id): state.fruits[id: id]?.isRipe.toggle()
      case .deleted(let positions): state.fruits.remove(atOffsets: positions)
      case .emptied: state.fruits = []
      }
      return .none
    }
  }
}

private struct CrateView: View {
  @Bindable var store: StoreOf<Crate>

  private var content: String {
    store.fruits.map { $0.name + ($0.isRipe ? "!" : "") }.joined(separator: " ")
  }

  var body: some View {
    List {
      ForEach(store.fruits) { fruit in
        HStack {
          TextField(
            "Name",
            text: Binding {
              fruit.name
            } set: {
              store.send(.named(id: fruit.id, name: $0))
            })
          Toggle(
            "Ripe",
            isOn: Binding {
              fruit.isRipe
            } set: { _ in
              store.send(.ripened(fruit.id))
            })
        }
      }
      .onDelete { store.send(.deleted($0)) }
      Text(store.fruits.isEmpty ? "nothing" : content)
      Text("Empty").onTapGesture { store.send(.emptied) }
      Button {
        store.send(.emptied)
      } label: {
        Image(systemName: "drop")
      }
      .accessibilityLabel("Wash all")
    }
  }
}

@Reducer
private struct Inside {
  @ObservableState
  struct State: Codable, Equatable, Sendable {}

  enum Action: Codable, Sendable { case closeButtonTapped }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

private struct DrawersView: View {
  @Bindable var store: StoreOf<Drawers>

  private var next: Binding<String> {
    Binding {
      ""
    } set: {
      store.send($0 == "open" ? .openButtonTapped : .emptyButtonTapped("all"))
    }
  }

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      TabView(selection: $store.tab) {
        Tab("Drawers", systemImage: "tray", value: Drawers.Tab.drawers) {
          Text("opened \(store.openings)")
          Text("emptied \(store.last)")
          Button("Open") { store.send(.openButtonTapped) }
          ForEach(store.contents, id: \.self) { name in
            HStack {
              Text(name)
              Button("Empty") { store.send(.emptyButtonTapped(name)) }
            }
            .onTapGesture { store.send(.openButtonTapped) }
          }
          .onDelete { store.send(.deleted($0)) }
          NavigationLink("Look inside", state: Inside.State())
        }
        Tab("Settings", systemImage: "gear", value: Drawers.Tab.settings) {
          Toggle("Loud", isOn: $store.isLoud)
          TextField("Number", value: $store.number)
          Picker("Color", selection: $store.color) {
            Text("Blue").tag("blue")
            Text("Red").tag("red")
          }
          Stepper("Count", value: $store.number, in: 0...2)
          Stepper("Openings", onIncrement: { store.send(.openButtonTapped) }, onDecrement: nil)
          Picker("Next", selection: next) {
            Text("Open again").tag("open")
            Text("Empty").tag("empty")
          }
        }
      }
      .navigationTitle("Furniture")
    } destination: { _ in
      Text("Nothing here").navigationTitle("Inside")
    }
  }
}
