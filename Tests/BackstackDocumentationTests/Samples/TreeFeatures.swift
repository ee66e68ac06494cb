import Backstack

/// The screens of the article on trees.
enum Tree {
  struct Item: Equatable, Codable, Identifiable {
    let id: Int
    var name: String
  }

  @Reducer
  struct ItemFormFeature {
    struct State: Equatable, Codable {
      var item: Item
    }

    enum Action: Codable {
      case nameChanged(String)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .nameChanged(let name):
          state.item.name = name
          return .none
        }
      }
    }
  }

  // sample: tree-optional
  @Reducer
  struct AddFeature {
    struct State: Equatable {
      @Presents var form: ItemFormFeature.State?
    }

    enum Action {
      case addButtonTapped
      case form(PresentationAction<ItemFormFeature.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.form = ItemFormFeature.State(item: Item(id: 0, name: ""))
          return .none
        case .form:
          return .none
        }
      }
      .ifLet(\.$form, action: \.form) {
        ItemFormFeature()
      }
    }
  }
  // end

  // sample: tree-destination
  @Reducer
  struct InventoryFeature {
    @Reducer(state: .equatable, .codable, action: .codable)
    enum Destination {
      case add(ItemFormFeature)
      case alert(AlertState<Alert>)
      case edit(ItemFormFeature)
    }

    @CasePathable
    enum Alert: Codable, Equatable {
      case confirmDeletion(id: Int)
    }

    struct State: Equatable, Codable {
      var items: [Item] = []
      @Presents var destination: Destination.State?
    }

    enum Action: Codable {
      case addButtonTapped
      case deleteButtonTapped(id: Int)
      case destination(PresentationAction<Destination.Action>)
      case itemTapped(id: Int)
      case saveButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.destination = .add(
            ItemFormFeature.State(item: Item(id: state.items.count, name: "")))
          return .none
        case .deleteButtonTapped(let id):
          state.destination = .alert(.deletion(id: id))
          return .none
        case .destination(.presented(.alert(.confirmDeletion(let id)))):
          state.items.removeAll { $0.id == id }
          return .none
        case .destination:
          return .none
        case .itemTapped(let id):
          guard let item = state.items.first(where: { $0.id == id }) else { return .none }
          state.destination = .edit(ItemFormFeature.State(item: item))
          return .none
        case .saveButtonTapped:
          guard let form = state.destination?.add else { return .none }
          state.items.append(form.item)
          state.destination = nil
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }
  // end
}

// sample: tree-alert
extension AlertState where Action == Tree.InventoryFeature.Alert {
  static func deletion(id: Int) -> Self {
    AlertState {
      TextState("Delete the item?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(id: id)) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("This can't be undone.")
    }
  }
}
// end
