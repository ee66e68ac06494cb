public import Backstack

/// A list of items, with at most one screen over it: a form that adds, duplicates or edits an item,
/// or the alert that asks before an item is deleted.
@Reducer
public struct Inventory: Sendable {
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    public var items: [Item]
    @Presents public var destination: Destination.State?

    public init(items: [Item] = [], destination: Destination.State? = nil) {
      self.items = items
      self.destination = destination
    }
  }

  public enum Action: Codable, Equatable, Sendable {
    case addButtonTapped
    case cancelAddItemButtonTapped
    case confirmAddItemButtonTapped
    case duplicateButtonTapped(id: Item.ID)
    case cancelDuplicateItemButtonTapped
    case confirmDuplicateItemButtonTapped
    case itemButtonTapped(id: Item.ID)
    case deleteButtonTapped(id: Item.ID)
    case destination(PresentationAction<Destination.Action>)
  }

  /// The screens that can be shown over the list.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  public enum Destination {
    case addItem(ItemForm)
    case duplicateItem(ItemForm)
    case editItem(ItemForm)
    case alert(AlertState<Alert>)
  }

  /// The actions of the alert's buttons.
  @CasePathable
  public enum Alert: Codable, Equatable, Sendable {
    case confirmDeletion(id: Item.ID)
  }

  @Dependency(\.uuid) private var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .addItem(ItemForm.State(item: Item(id: uuid())))

      case .duplicateButtonTapped(let id):
        guard let item = state.items.first(where: { $0.id == id }) else { break }
        state.destination = .duplicateItem(ItemForm.State(item: item.duplicate(id: uuid())))

      case .itemButtonTapped(let id):
        guard let item = state.items.first(where: { $0.id == id }) else { break }
        state.destination = .editItem(ItemForm.State(item: item))

      case .deleteButtonTapped(let id):
        guard let item = state.items.first(where: { $0.id == id }) else { break }
        state.destination = .alert(.delete(item))

      case .confirmAddItemButtonTapped:
        guard case .addItem(let form) = state.destination else { break }
        state.items.append(form.item)
        state.destination = nil

      case .confirmDuplicateItemButtonTapped:
        guard case .duplicateItem(let form) = state.destination else { break }
        state.items.append(form.item)
        state.destination = nil

      case .cancelAddItemButtonTapped:
        if case .addItem = state.destination { state.destination = nil }

      case .cancelDuplicateItemButtonTapped:
        if case .duplicateItem = state.destination { state.destination = nil }

      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.items.removeAll { $0.id == id }

      case .destination(.dismiss):
        // Edits are kept, however the form is closed.
        guard case .editItem(let form) = state.destination,
          let index = state.items.firstIndex(where: { $0.id == form.item.id })
        else { break }
        state.items[index] = form.item

      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState<Inventory.Alert> {
  /// Returns the alert that asks before an item is deleted.
  static func delete(_ item: Item) -> Self {
    AlertState {
      TextState("Delete \(item.name)?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(id: item.id)) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Cancel")
      }
    } message: {
      TextState("This can't be undone.")
    }
  }
}
