import Backstack
import BackstackViews
import Foundation

// Views in the words of The Composable Architecture's articles of 2023, with features of our own.

@Reducer
struct Closet {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var path = StackState<Path.State>()
    var shoes: IdentifiedArrayOf<Shoe.State> = []
    var note = ""
    var isOpen = false
    var tab = 0
    var favorite: Shoe.State?
    @Presents var form: Shoe.State?
    @Presents var destination: Destination.State?
    @Presents var alert: AlertState<Alert>?
  }

  enum Action: BindableAction, ViewAction, Codable, Equatable, Sendable {
    case binding(BindingAction<State>)
    case path(StackActionOf<Path>)
    case shoes(IdentifiedActionOf<Shoe>)
    case shoe(id: Int, action: Shoe.Action)
    case favorite(Shoe.Action)
    case form(PresentationAction<Shoe.Action>)
    case destination(PresentationAction<Destination.Action>)
    case alert(PresentationAction<Alert>)
    case tabChanged(Int)
    case swapped
    case view(View)

    @CasePathable
    enum View: Codable, Equatable, Sendable { case addButtonTapped }
  }

  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Path {
    case shoe(Shoe)
    case shelf(Shelf)
  }

  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case edit(Shoe)
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Alert>)
  }

  @CasePathable
  enum Alert: Codable, Equatable, Sendable { case confirmed }

  var body: some ReducerOf<Self> {
    BindingReducer()
    EmptyReducer()
      .forEach(\.shoes, action: \.shoes) { Shoe() }
      .forEach(\.path, action: \.path)
      .ifLet(\.$form, action: \.form) { Shoe() }
      .ifLet(\.$destination, action: \.destination)
      .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct Shoe {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    var id = 0
    var color = "red"
  }

  enum Action: Codable, Equatable, Sendable { case polishButtonTapped }
}

@Reducer
struct Shelf {
  @ObservableState
  struct State: Codable, Equatable, Sendable { var height = 1 }

  enum Action: Codable, Equatable, Sendable { case raiseButtonTapped }
}

struct ShoeView: View {
  let store: StoreOf<Shoe>

  var body: some View {
    Button("Polish \(store.color)") { store.send(.polishButtonTapped) }
  }
}

struct ShelfView: View {
  let store: StoreOf<Shelf>

  var body: some View {
    Button("Raise") { store.send(.raiseButtonTapped) }
  }
}

// The older wording: deprecated, so that the tests that use it are, too.

@available(*, deprecated)
struct OlderStackView: View {
  let store: StoreOf<Closet>

  var body: some View {
    NavigationStackStore(self.store.scope(state: \.path, action: { .path($0) })) {
      NavigationLink(state: Closet.Path.State.shelf(Shelf.State())) { Text("Shelf") }
    } destination: {
      switch $0 {
      case .shoe:
        CaseLet(
          /Closet.Path.State.shoe,
          action: Closet.Path.Action.shoe,
          then: ShoeView.init(store:)
        )
      case .shelf:
        CaseLet(/Closet.Path.State.shelf, action: Closet.Path.Action.shelf) { store in
          ShelfView(store: store)
        }
      }
    }
  }
}

@available(*, deprecated)
struct OlderPathView: View {
  let store: StoreOf<Closet>

  var body: some View {
    NavigationStackStore(store.scope(state: \.path, action: \.path)) {
      Text("Root")
    } destination: { state in
      switch state {
      case .shoe:
        CaseLet(
          \Closet.Path.State.shoe, action: Closet.Path.Action.shoe, then: ShoeView.init(store:))
      case .shelf:
        CaseLet(\Closet.Path.State.shelf, action: Closet.Path.Action.shelf) {
          ShelfView(store: $0)
        }
      }
    }
  }
}

@available(*, deprecated)
struct OlderTreeView: View {
  let store: StoreOf<Closet>

  var body: some View {
    WithViewStore(self.store, observe: { $0 }) { viewStore in
      Form {
        Text(viewStore.note.description)
        TextField("Note", text: viewStore.$note)
        TextField(
          "Other note", text: viewStore.binding(get: \.note, send: { .binding(.set(\.note, $0)) }))
        Toggle("Open", isOn: viewStore.$isOpen)
        TabView(selection: viewStore.binding(get: \.tab, send: Closet.Action.tabChanged)) {
          Text("One").tabItem { Text("One") }.tag(0)
          Text("Two").tabItem { Text("Two") }.tag(1)
        }
        Button("Swap") { viewStore.send(.swapped, animation: .default) }
        IfLetStore(self.store.scope(state: \.favorite, action: \.favorite)) { store in
          ShoeView(store: store)
        } else: {
          Text("No favorite")
        }
        ForEachStore(self.store.scope(state: \.shoes, action: \.shoes)) { store in
          ShoeView(store: store)
        }
        .onDelete { _ in viewStore.send(.swapped) }
      }
    }
    .sheet(store: self.store.scope(state: \.$form, action: { .form($0) })) { store in
      ShoeView(store: store)
    }
    .popover(
      store: self.store.scope(state: \.$destination, action: { .destination($0) }),
      state: /Closet.Destination.State.edit,
      action: Closet.Destination.Action.edit
    ) { store in
      ShoeView(store: store)
    }
    .alert(store: store.scope(state: \.$alert, action: \.alert))
    .confirmationDialog(
      store: store.scope(state: \.$destination, action: { .destination($0) }),
      state: \.dialog, action: { .dialog($0) })
  }
}

@available(*, deprecated)
struct OlderCaseView: View {
  let store: StoreOf<Closet>

  var body: some View {
    Text("Closet")
      .navigationDestination(
        store: store.scope(state: \.$destination.edit, action: \.destination.edit)
      ) { store in
        ShoeView(store: store)
      }
      .alert(store: store.scope(state: \.$destination.alert, action: \.destination.alert))
  }
}

@available(*, deprecated)
struct OlderViewStateView: View {
  let store: StoreOf<Closet>
  @ObservedObject var viewStore: ViewStoreOf<Closet>

  init(store: StoreOf<Closet>) {
    self.store = store
    self.viewStore = ViewStore(store, observe: { $0 })
  }

  struct ViewState: Equatable {
    let count: Int
    init(state: Closet.State) { count = state.shoes.count }
  }

  struct Fields: Equatable {
    @BindingViewState var note: String
    init(store: BindingViewStore<Closet.State>) { _note = store.$note }
  }

  var body: some View {
    WithViewStore(store, observe: ViewState.init) { viewStore in
      Text("\(viewStore.count) shoes")
      Button("Swap") { viewStore.send(.swapped) }
    }
    WithViewStore(store, observe: Fields.init) { viewStore in
      TextField("Note", text: viewStore.$note)
    }
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    WithViewStore(store, observe: { $0 }, send: Closet.Action.view) { viewStore in
      Button("Add") { viewStore.send(.addButtonTapped) }
    }
    Text("\(viewStore.shoes.count)")
    ForEachStore(store.scope(state: \.shoes, action: { .shoe(id: $0, action: $1) })) { store in
      ShoeView(store: store)
    }
  }
}

@available(*, deprecated)
struct OlderSwitchView: View {
  let store: StoreOf<Closet.Path>

  var body: some View {
    SwitchStore(store) {
      switch $0 {
      case .shoe:
        CaseLet(/Closet.Path.State.shoe, action: Closet.Path.Action.shoe) { store in
          ShoeView(store: store)
        }
      case .shelf:
        CaseLet(
          state: /Closet.Path.State.shelf, action: Closet.Path.Action.shelf,
          then: ShelfView.init(store:))
      }
    }
  }
}

@available(*, deprecated)
struct OlderFormsView: View {
  @Perception.Bindable var store: StoreOf<Closet>

  var body: some View {
    WithPerceptionTracking {
      TextField("Note", text: $store.note)
    }
    WithViewStore(self.store, observe: \.shoes) { viewStore in
      ForEach(viewStore.state) { Text("Shoe \($0.id)") }
    }
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    WithViewStore(self.store, observe: { $0 }) { viewStore in
      Toggle("Open", isOn: viewStore.binding(get: \.isOpen, send: .swapped))
    }
    IfLetStore(
      self.store.scope(state: \.favorite, action: { .favorite($0) }),
      then: ShoeView.init(store:),
      else: { Text("No favorite") }
    )
    IfLetStore(self.store.scope(state: \.$form, action: Closet.Action.form)) {
      ShoeView(store: $0)
    }
    ForEachStore(
      self.store.scope(state: \.shoes, action: Closet.Action.shoes),
      content: ShoeView.init(store:)
    )
    NavigationLinkStore(self.store.scope(state: \.$form, action: { .form($0) })) {
      self.store.send(.swapped)
    } destination: { store in
      ShoeView(store: store)
    } label: {
      Text("Form")
    }
  }
}

/// The views of the older wording, which tests get by a protocol: its requirements are not deprecated.
protocol OlderViews {
  func stack(_ store: StoreOf<Closet>) -> any View
  func path(_ store: StoreOf<Closet>) -> any View
  func tree(_ store: StoreOf<Closet>) -> any View
  func `case`(_ store: StoreOf<Closet>) -> any View
  func viewState(_ store: StoreOf<Closet>) -> any View
  func `switch`(_ store: StoreOf<Closet.Path>) -> any View
  func forms(_ store: StoreOf<Closet>) -> any View
}

private struct AllOlderViews {}

@available(*, deprecated)
extension AllOlderViews: OlderViews {
  func stack(_ store: StoreOf<Closet>) -> any View { OlderStackView(store: store) }
  func path(_ store: StoreOf<Closet>) -> any View { OlderPathView(store: store) }
  func tree(_ store: StoreOf<Closet>) -> any View { OlderTreeView(store: store) }
  func `case`(_ store: StoreOf<Closet>) -> any View { OlderCaseView(store: store) }
  func viewState(_ store: StoreOf<Closet>) -> any View { OlderViewStateView(store: store) }
  func `switch`(_ store: StoreOf<Closet.Path>) -> any View { OlderSwitchView(store: store) }
  func forms(_ store: StoreOf<Closet>) -> any View { OlderFormsView(store: store) }
}

/// Returns the views; by a cast, as a use of the conformance would be deprecated.
func olderViews() -> any OlderViews {
  let views: Any = AllOlderViews()
  // swift-format-ignore: NeverForceUnwrap
  return views as! any OlderViews
}
