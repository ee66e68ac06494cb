import Backstack
import BackstackViews
import Testing

// Views in the words of today's articles, beside those of `Recipes.swift`.

@Reducer
struct Garage {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var screens = StackState<Screen.State>()
    var tab = 0
    var spare: Shoe.State?
    @Presents var edited: Shoe.State?
  }

  enum Action: Codable, Equatable, Sendable {
    case screens(StackAction<Screen.State, Screen.Action>)
    case spare(Shoe.Action)
    case edited(PresentationAction<Shoe.Action>)
    case tabChanged(Int)
  }

  /// Written by hand, as before version 1.8.
  @Reducer
  struct Screen {
    @ObservableState
    @dynamicMemberLookup
    enum State: Codable, Equatable, Sendable {
      case shoe(Shoe.State)
      case shelf(Shelf.State)
    }

    enum Action: Codable, Equatable, Sendable {
      case shoe(Shoe.Action)
      case shelf(Shelf.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.shoe, action: \.shoe) { Shoe() }
      Scope(state: \.shelf, action: \.shelf) { Shelf() }
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.screens, action: \.screens) { Screen() }
      .ifLet(\.$edited, action: \.edited) { Shoe() }
  }
}

private struct GarageView: View {
  @Bindable var store: StoreOf<Garage>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.screens, action: \.screens)) {
      TabView(selection: $store.tab.sending(\.tabChanged)) {
        Tab("One", systemImage: "1.circle", value: 0) {
          if let childStore = store.scope(state: \.spare, action: \.spare) {
            ShoeView(store: childStore)
          } else {
            Text("Nothing to show")
          }
        }
        Tab("Two", systemImage: "2.circle", value: 1) { Text("Two") }
      }
      .fullScreenCover(item: $store.scope(state: \.edited, action: \.edited)) { store in
        ShoeView(store: store)
      }
    } destination: { store in
      switch store.state {
      case .shoe:
        if let store = store.scope(state: \.shoe, action: \.shoe) {
          ShoeView(store: store)
        }
      case .shelf:
        if let store = store.scope(state: \.shelf, action: \.shelf) {
          ShelfView(store: store)
        }
      }
    }
  }
}

/// Views in today's wording, and what their controls send.
@Suite struct ArticleViewTests {
  private func screen(_ state: Garage.State) throws -> ScreenReader {
    try ScreenReader(Store(initialState: state) { Garage() }) { GarageView(store: $0) }
  }

  @Test("A path of a feature that is written by hand is switched over by its state")
  func handwrittenPath() throws {
    let screen = try screen(
      Garage.State(screens: [.shoe(Shoe.State()), .shelf(Shelf.State())]))
    #expect(screen.levels.count == 3)
    #expect(
      screen.action("Raise")
        == #"{"screens":{"element":{"action":{"shelf":{"raiseButtonTapped":{}}},"id":1}}}"#)
  }

  @Test("'if let' shows the store of what is there")
  func ifLet() throws {
    #expect(try screen(Garage.State()).body.contains("Nothing to show"))
    #expect(
      try screen(Garage.State(spare: Shoe.State())).action("Polish red")
        == #"{"spare":{"polishButtonTapped":{}}}"#)
  }

  @Test("Tabs send the value of the tab; only the chosen one is evaluated")
  func tabs() throws {
    let screen = try screen(Garage.State(tab: 1))
    let tabs = try #require(screen.top.first)
    #expect(ScreenReader.text(tabs["send"] ?? 0) == #"{"tabChanged":{"$value":"integer"}}"#)
    let children = try #require(tabs["children"] as? [[String: Any]])
    #expect(children.map { $0["text"] as? String } == ["One", "Two"])
    #expect(children.map { $0["children"] == nil } == [true, false])
  }

  @Test("A cover is closed by its feature's dismissal")
  func cover() throws {
    let screen = try screen(Garage.State(edited: Shoe.State()))
    #expect(screen.levels.last?["style"] as? String == "fullScreenCover")
    #expect(screen.closing() == #"{"edited":{"dismiss":{}}}"#)
    #expect(screen.action("Polish red") == #"{"edited":{"presented":{"polishButtonTapped":{}}}}"#)
  }
}
