import Backstack
import BackstackTestSupport
import BackstackViews
import Synchronization
import Testing

/// Screens of a stack that are not evaluated again.
@Suite struct ScreenMemoryTests {
  private final class Counts: Sendable {
    let all = Mutex<[String: Int]>([:])

    func note(_ name: String) { all.withLock { $0[name, default: 0] += 1 } }

    func take() -> [String: Int] {
      all.withLock { all in
        defer { all = [:] }
        return all
      }
    }
  }

  private struct CountedView: View {
    @Bindable var store: StoreOf<Cookbook>
    let counts: Counts
    var readsRoot = false

    var body: some View {
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        Text("Root")
      } destination: { screen in
        switch screen.case {
        case .recipe(let recipe): counted(recipe)
        case .steps(let steps): StepsView(store: steps)
        }
      }
    }

    private func counted(_ recipe: StoreOf<Recipe>) -> some View {
      counts.note("\(recipe.state.id)")
      if readsRoot { counts.note("\(store.query)") }
      return Text(recipe.title)
    }
  }

  private let counts = Counts()
  private let memory = ScreenMemory()
  private let store = Store(
    initialState: Cookbook.State(
      path: [.recipe(Recipe.State(id: 0)), .recipe(Recipe.State(id: 1))])
  ) {
    Cookbook()
  }

  private func evaluate(readsRoot: Bool = false) throws -> [String: Int] {
    let counts = counts
    _ = try store.screen(knowing: memory) {
      CountedView(store: $0, counts: counts, readsRoot: readsRoot)
    }
    return counts.take()
  }

  @Test("Only a screen whose state has changed is evaluated again")
  func changes() throws {
    #expect(try evaluate() == ["0": 1, "1": 1])
    #expect(try evaluate() == [:])
    store.send(.path(.element(id: 1, action: .recipe(.titleChanged("Pie")))))
    #expect(try evaluate() == ["1": 1])
    store.send(.path(.push(id: .unassigned, state: .recipe(Recipe.State(id: 2)))))
    #expect(try evaluate() == ["2": 1])
    store.send(.path(.popFrom(id: 1)))
    #expect(try evaluate() == [:])
    store.send(.path(.push(id: .unassigned, state: .recipe(Recipe.State(id: 3)))))
    #expect(try evaluate() == ["3": 1])
  }

  @Test("A screen that reads the root's state is always evaluated")
  func readingRoot() throws {
    #expect(try evaluate(readsRoot: true) == ["0": 1, "1": 1, "": 2])
    #expect(try evaluate(readsRoot: true) == ["0": 1, "1": 1, "": 2])
  }

  private struct CountedRoot: View {
    @Bindable var store: StoreOf<Cookbook>
    let counts: Counts
    var readsAll = false

    var body: some View {
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        root
          .sheet(item: $store.scope(state: \.destination?.add, action: \.destination.add)) {
            Text($0.title)
          }
      } destination: { screen in
        switch screen.case {
        case .recipe(let recipe): Text("\(recipe.title) of \(store.query)")
        case .steps(let steps): StepsView(store: steps)
        }
      }
    }

    private var root: some View {
      counts.note("root")
      return TextField("Search", text: $store.query).navigationTitle(
        readsAll ? "\(store.state.recipes.count)" : "\(store.recipes.count)")
    }
  }

  private func evaluateRoot(readsAll: Bool = false) throws -> (json: String, isEvaluated: Bool) {
    let counts = counts
    let screen = try store.screen(knowing: memory) {
      CountedRoot(store: $0, counts: counts, readsAll: readsAll)
    }
    return (String(decoding: screen.json, as: UTF8.self), counts.take() == ["root": 1])
  }

  @Test("The root is evaluated again once a part of the state has changed that it has read")
  func root() throws {
    #expect(try evaluateRoot().isEvaluated)
    #expect(try !evaluateRoot().isEvaluated)
    store.send(.path(.element(id: 1, action: .recipe(.titleChanged("Pie")))))
    var root = try evaluateRoot()
    #expect(!root.isEvaluated && root.json.contains("Pie of "))
    store.send(.set(\.query, "apples"))
    root = try evaluateRoot()
    #expect(root.isEvaluated && root.json.contains("Pie of apples"))
    store.send(.path(.popFrom(id: 0)))
    #expect(try !evaluateRoot().isEvaluated)
    store.send(.confirmAddButtonTapped)
    #expect(try !evaluateRoot().isEvaluated)
  }

  @Test("A root that presents something, or reads the whole state, is always evaluated")
  func presentingRoot() throws {
    store.send(.addButtonTapped)
    #expect(try evaluateRoot().isEvaluated)
    #expect(try evaluateRoot().isEvaluated)
    store.send(.destination(.dismiss))
    #expect(try evaluateRoot().isEvaluated)
    #expect(try !evaluateRoot().isEvaluated)
    store.send(.addButtonTapped)
    #expect(try evaluateRoot().isEvaluated)
    store.send(.destination(.dismiss))
    #expect(try evaluateRoot(readsAll: true).isEvaluated)
    #expect(try evaluateRoot(readsAll: true).isEvaluated)
  }

  private struct CapturingView: View {
    @Bindable var store: StoreOf<Cookbook>

    var body: some View {
      let query = store.query
      NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
        EmptyView()
      } destination: { _ in
        Text("found by \(query)")
      }
    }
  }

  @Test("What the view of a screen has captured is as the root has it now")
  func captured() throws {
    func json() throws -> String {
      let screen = try store.screen(knowing: memory) { CapturingView(store: $0) }
      return String(decoding: screen.json, as: UTF8.self)
    }
    for query in ["apples", "pears"] {
      store.send(.set(\.query, query))
      for _ in 0..<2 { #expect(try json().contains("found by \(query)")) }
    }
  }

  @Test("What is known makes no difference to the screen", arguments: 0..<8)
  func random(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    var patched = 0
    var last: Screen?
    for step in 0..<60 {
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: store.send(.path(.push(id: .unassigned, state: .steps(Steps.State()))))
      case 1:
        store.send(.path(.push(id: .unassigned, state: .recipe(Recipe.State(id: step)))))
      case 2:
        if let id = store.path.ids.randomElement(using: &numbers) {
          store.send(.path(.popFrom(id: id)))
        }
      case 3:
        store.send(.addButtonTapped)
      case 4:
        store.send(.destination(.dismiss))
      default:
        guard let id = store.path.ids.randomElement(using: &numbers) else { continue }
        if case .recipe = store.path[id: id] {
          store.send(.path(.element(id: id, action: .recipe(.titleChanged("\(step)")))))
        } else {
          store.send(.path(.element(id: id, action: .steps(.nextButtonTapped))))
        }
      }
      let screen = try store.screen(knowing: memory) { CookbookView(store: $0) }
      let fresh = try store.screen { CookbookView(store: $0) }
      #expect(screen.json == fresh.json)
      if let last, screen.patch(from: last, at: "").count > 2 { patched += 1 }
      last = screen
    }
    #expect(patched > 5)
  }
}

/// Screens that show shared values.
@Suite struct SharedScreenMemoryTests {
  private let names = Names()
  private let memory = ScreenMemory()
  private let title = Shared(value: "Soups")
  private let first = Shared(value: "Borscht")
  private let second = Shared(value: "Miso")

  private func evaluate(_ store: StoreOf<Menu>) throws -> (evaluated: [String], json: String) {
    let names = names
    let screen = try store.screen(knowing: memory) { MenuView(store: $0, names: names) }
    return (names.take(), String(decoding: screen.json, as: UTF8.self))
  }

  @Test("Only the screens that show a changed shared value are evaluated again")
  func changes() throws {
    let store = Store(
      initialState: Menu.State(
        title: title,
        path: [
          Dish.State(note: .init(text: first)), Dish.State(note: .init(text: second)),
          Dish.State(note: .init(text: first)),
        ])
    ) { Menu() }
    #expect(try evaluate(store).evaluated == ["root", "Borscht", "Miso", "Borscht"])
    #expect(try evaluate(store).evaluated == [])
    store.send(.path(.element(id: 1, action: .rename("Ramen"))))
    var screen = try evaluate(store)
    #expect(screen.evaluated == ["Ramen"] && screen.json.contains("Ramen"))
    first.withLock { $0 = "Solyanka" }
    screen = try evaluate(store)
    #expect(screen.evaluated == ["Solyanka", "Solyanka"])
    #expect(screen.json.matches(of: /Solyanka/).count == 2)
    title.withLock { $0 = "Stews" }
    screen = try evaluate(store)
    #expect(screen.evaluated.count == 4 && screen.json.contains("Stews"))
    #expect(try evaluate(store).evaluated == [])
  }

  @Test("A view whose closure changes a shared value changes nothing, and is reported once")
  func change() throws {
    let title = title
    let reports = Mutex<[String]>([])
    let store = Store(initialState: Menu.State(title: title, path: [])) { Menu() }
    try withDependencies {
      $0.issueReporter = IssueReporter { issue in reports.withLock { $0.append(issue.message) } }
    } operation: {
      let memory = ScreenMemory()
      for _ in 1...2 {
        let screen = try store.screen(knowing: memory) { store in
          Button("Shout") { store.$title.withLock { $0 += "!" } }
        }
        #expect(!String(decoding: screen.json, as: UTF8.self).contains("send"))
      }
    }
    #expect(title.wrappedValue == "Soups" && store.title == "Soups")
    #expect(reports.withLock { $0.count } == 1)
    #expect(reports.withLock { $0.first?.contains("changes a shared value") } == true)
  }
}

private final class Names: Sendable {
  private let all = Mutex<[String]>([])

  func note(_ name: String) { all.withLock { $0.append(name) } }

  func take() -> [String] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

@Reducer
private struct Menu {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @Shared var title: String
    var path: StackState<Dish.State>
  }

  enum Action: Codable, Sendable {
    case path(StackActionOf<Dish>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }.forEach(\.path, action: \.path) { Dish() }
  }
}

@Reducer
private struct Dish {
  struct Note: Codable, Equatable, Sendable {
    @Shared var text: String
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var note: Note
  }

  enum Action: Codable, Sendable { case rename(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let text) = action { state.note.$text.withLock { $0 = text } }
      return .none
    }
  }
}

private struct MenuView: View {
  @Bindable var store: StoreOf<Menu>
  let names: Names

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      root
    } destination: { dish in
      DishView(store: dish, names: names)
    }
  }

  private var root: some View {
    names.note("root")
    // By the reference, which stays the same.
    return Text(store.$title.wrappedValue)
  }
}

private struct DishView: View {
  let store: StoreOf<Dish>
  let names: Names

  var body: some View {
    names.note("\(store.note.text)")
    return Text(store.note.text)
  }
}
