import Backstack
import BackstackService

/// A list of items, with at most one screen over it: a form that adds, duplicates or edits an item,
/// or the alert that asks before an item is deleted.
@Reducer
struct Inventory: Sendable {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var items: [Item]
    @Presents var destination: Destination.State?

    init(items: [Item] = [], destination: Destination.State? = nil) {
      self.items = items
      self.destination = destination
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case addButtonTapped
    case cancelAddItemButtonTapped
    case confirmAddItemButtonTapped
    case duplicateButtonTapped(id: Item.ID)
    case cancelDuplicateItemButtonTapped
    case confirmDuplicateItemButtonTapped
    case itemButtonTapped(id: Item.ID)
    case deleteButtonTapped(id: Item.ID)
    case destination(PresentationAction<Destination.Action>)
    /// The session is there again, after a restart of the server.
    @ServerOnly case resumed
  }

  /// The screens that can be shown over the list.
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case addItem(ItemForm)
    case duplicateItem(ItemForm)
    case editItem(ItemForm)
    case alert(AlertState<Alert>)
  }

  /// The actions of the alert's buttons.
  @CasePathable
  enum Alert: Codable, Equatable, Sendable {
    case confirmDeletion(id: Item.ID)
  }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        // Of two presses that meet, the second one would replace the form of the first.
        guard state.destination == nil else { break }
        state.destination = .addItem(ItemForm.State(item: Item(id: uuid())))

      case .duplicateButtonTapped(let id):
        guard state.destination == nil, let item = state.items.first(where: { $0.id == id })
        else { break }
        state.destination = .duplicateItem(ItemForm.State(item: item.duplicate(id: uuid())))

      case .itemButtonTapped(let id):
        guard state.destination == nil, let item = state.items.first(where: { $0.id == id })
        else { break }
        state.destination = .editItem(ItemForm.State(item: item))

      case .deleteButtonTapped(let id):
        guard state.destination == nil, let item = state.items.first(where: { $0.id == id })
        else { break }
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

      case .resumed:
        switch state.destination {
        case .addItem: return .send(.destination(.presented(.addItem(.resumed))))
        case .duplicateItem: return .send(.destination(.presented(.duplicateItem(.resumed))))
        case .editItem: return .send(.destination(.presented(.editItem(.resumed))))
        case .alert, nil: break
        }

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
      TextState("Delete \(item.name.isEmpty ? "the unnamed item" : item.name)?")
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

extension Inventory.State {
  /// Checks a state that a client chose.
  ///
  /// - Throws: `InvalidState` for two items with the same id, a form that would add an item with
  ///   the id of another, or a timer without ticks left.
  static func validate(_ state: Self) throws {
    var ids: Set<Item.ID> = []
    for (index, item) in state.items.enumerated() where !ids.insert(item.id).inserted {
      throw InvalidState("Two items have this id.", at: "items", .element(index), "id")
    }
    let (name, form): (String, ItemForm.State)
    switch state.destination {
    case .addItem(let shown): (name, form) = ("addItem", shown)
    case .duplicateItem(let shown): (name, form) = ("duplicateItem", shown)
    case .editItem(let shown): (name, form) = ("editItem", shown)
    case .alert, nil: return
    }
    if name != "editItem", ids.contains(form.item.id) {
      throw InvalidState(
        "There is an item with this id.", at: "destination", .member(name), "item", "id")
    }
    let ticks = 1...ItemForm.ticksUntilDismissal
    if let ticksLeft = form.ticksLeft, !ticks.contains(ticksLeft) {
      throw InvalidState(
        "A form's timer has \(ticks.lowerBound) to \(ticks.upperBound) ticks left.",
        at: "destination", .member(name), "ticksLeft")
    }
  }
}
