import Backstack
import BackstackCoding
import BackstackViews

/// A feature with a list, and a stack of forms.
@Reducer
struct Gallery {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var rows: IdentifiedArrayOf<Picture.State> = []
    var path = StackState<Path.State>()
  }

  enum Action: Codable, Sendable {
    case rowTapped(id: Int)
    case path(StackActionOf<Path>)
  }

  @Reducer(state: .codable, .equatable, action: .codable)
  enum Path {
    case picture(Picture)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .forEach(\.path, action: \.path)
  }
}

@Reducer
struct Picture {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title = "A picture of something"
    var place = "In the hall, beside the door"
    var year = 1889
    var isFavorite = false
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case shareButtonTapped
    case deleteButtonTapped
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

private struct GalleryView: View {
  @Bindable var store: StoreOf<Gallery>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List(store.rows) { row in
        Button(row.title) { store.send(.rowTapped(id: row.id)) }
      }
      .navigationTitle("Gallery")
    } destination: { screen in
      switch screen.case {
      case .picture(let store): PictureView(store: store)
      }
    }
  }
}

private struct PictureView: View {
  @Bindable var store: StoreOf<Picture>

  var body: some View {
    BackstackViews.Form {
      Section("Picture") {
        TextField("Title", text: $store.title)
        TextField("Place", text: $store.place)
        Toggle("Favorite", isOn: $store.isFavorite)
      }
      LabeledContent("Year", value: "\(store.year)")
      Button("Share", systemImage: "square.and.arrow.up") { store.send(.shareButtonTapped) }
      Button("Delete", role: .destructive) { store.send(.deleteButtonTapped) }
    }
    .navigationTitle(store.title)
  }
}

extension LibraryBenchmark {
  /// Measures the screens of a stack and of a list, beside their states as JSON.
  static func measureScreens() {
    print("\n### Screens, beside the same states as JSON\n")
    print("| | screen | state | bytes | ratio | known but for one | patch |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for depth in [5, 100] { row("a stack of \(depth)", depth: depth, rows: 0) }
    for rows in [10, 1000] { row("a list of \(rows)", depth: 0, rows: rows) }
  }

  private static func row(_ name: String, depth: Int, rows: Int) {
    var state = Gallery.State()
    for id in 0..<rows { state.rows.append(Picture.State(id: id)) }
    for id in 0..<depth { state.path.append(.picture(Picture.State(id: id))) }
    let initial = state
    let store = Store(initialState: initial) { Gallery() }
    let memory = ScreenMemory()
    let make: @Sendable (StoreOf<Gallery>) -> any View = { GalleryView(store: $0) }
    func screen() -> Screen {
      guard let screen = try? store.screen(knowing: memory, make) else { fatalError("no screen") }
      return screen
    }
    let action = Gallery.Action.path(
      .element(id: StackElementID(generation: depth - 1), action: .picture(.set(\.title, "New"))))
    let first = screen()
    let costs = measure(
      repetitions: rows > 100 || depth > 50 ? 40 : 400,
      [
        { count in for _ in 0..<count { _ = try? store.screen(make).json } },
        { count in for _ in 0..<count { _ = try? JSONStreamEncoder.encode(store.state) } },
        { count in
          for _ in 0..<count {
            if depth > 0 { store.send(action) }
            _ = screen()
          }
        },
        { count in
          for _ in 0..<count {
            if depth > 0 { store.send(action) }
            _ = screen().patch(from: first, at: "/screen")
          }
        },
      ])
    let bytes = first.json.count
    let stateBytes = (try? JSONStreamEncoder.encode(initial))?.count ?? 1
    let times = costs.map { "\(Int(($0.time / 100).rounded()) / 10) µs" }
    print(
      "| \(name) | \(times[0]) | \(times[1]) | \(bytes)"
        + " | \(Double(bytes * 100 / stateBytes) / 100) | \(times[2]) | \(times[3]) |")
  }
}
