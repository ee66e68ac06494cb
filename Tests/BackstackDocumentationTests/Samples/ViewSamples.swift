import Backstack
import BackstackViews

enum ViewSamples {
  // sample: views-feature
  @Reducer
  struct ShoppingList {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var items: IdentifiedArrayOf<Item> = []
      var name = ""
      @Presents var alert: AlertState<Alert>?
    }

    struct Item: Codable, Equatable, Identifiable, Sendable {
      let id: Int
      var name: String
    }

    enum Action: BindableAction, Codable, Sendable {
      case addButtonTapped
      case alert(PresentationAction<Alert>)
      case binding(BindingAction<State>)
      case clearButtonTapped
      case deleted(Set<Int>)
    }

    @CasePathable
    enum Alert: Codable, Sendable { case confirmed }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.items.append(Item(id: (state.items.last?.id ?? 0) + 1, name: state.name))
          state.name = ""
        case .clearButtonTapped:
          state.alert = AlertState {
            TextState("Clear the list?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmed) { TextState("Clear") }
          }
        case .alert(.presented(.confirmed)): state.items = []
        case .deleted(let positions):
          // Another client may have deleted one of them already.
          state.items.remove(atOffsets: positions)
        case .alert, .binding: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }
  // end

  // sample: views-view
  struct ShoppingListView: View {
    @Bindable var store: StoreOf<ShoppingList>

    var body: some View {
      List {
        ForEach(store.items) { Text($0.name) }
          .onDelete { store.send(.deleted($0)) }
        Section {
          TextField("New item", text: $store.name)
          Button("Add") { store.send(.addButtonTapped) }
            .disabled(store.name.isEmpty)
        }
      }
      .navigationTitle("Shopping")
      .toolbar {
        Button("Clear", role: .destructive) { store.send(.clearButtonTapped) }
      }
      .alert($store.scope(state: \.alert, action: \.alert))
    }
  }
  // end
}
