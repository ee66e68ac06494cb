import Backstack

/// A list of items with a sheet, a popover, a drill-down and an alert.
@Reducer
struct ListFeature {
  struct Item: Equatable, Identifiable {
    let id: Int
    var name: String
  }

  struct State: Equatable {
    var items: [Item] = []
    var lastDiscarded: String?
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable {
    case addButtonTapped
    case deleteButtonTapped(Int)
    case destination(PresentationAction<Destination.Action>)
    case duplicateButtonTapped(Int)
    case itemTapped(Int)
  }

  @CasePathable
  enum Alert: Equatable {
    case confirmDeletion(Int)
  }

  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case add(ItemForm)
    case alert(AlertState<Alert>)
    case duplicate(ItemForm)
    case edit(ItemForm)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(ItemForm.State(item: Item(id: state.nextID, name: "")))
      case .deleteButtonTapped(let id):
        state.destination = .alert(.delete(id: id))
      case .duplicateButtonTapped(let id):
        guard let item = state.items.first(where: { $0.id == id }) else { break }
        state.destination = .duplicate(
          ItemForm.State(item: Item(id: state.nextID, name: item.name)))
      case .itemTapped(let id):
        guard let item = state.items.first(where: { $0.id == id }) else { break }
        state.destination = .edit(ItemForm.State(item: item))
      case .destination(.presented(.add(.delegate(.save(let item))))):
        state.items.append(item)
        state.destination = nil
      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.items.removeAll { $0.id == id }
      case .destination(.dismiss):
        state.lastDiscarded = state.destination?.duplicate?.item.name
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension ListFeature.State {
  fileprivate var nextID: Int { items.count == 0 ? 0 : items.map(\.id).max()! + 1 }
}

extension AlertState where Action == ListFeature.Alert {
  static func delete(id: Int) -> Self {
    AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .send(.confirmDeletion(id))) { TextState("Delete") }
    }
  }
}

/// A form for an item, with a timer that dismisses it.
@Reducer
struct ItemForm {
  struct State: Equatable {
    var item: ListFeature.Item
    var isTimerOn = false
    var seconds = 0
  }

  enum Action: Equatable {
    case delegate(Delegate)
    case nameChanged(String)
    case saveButtonTapped
    case tick
    case timerButtonTapped

    @CasePathable
    enum Delegate: Equatable { case save(ListFeature.Item) }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate: return .none
      case .nameChanged(let name):
        state.item.name = name
        return .none
      case .saveButtonTapped:
        return .send(.delegate(.save(state.item)))
      case .tick:
        state.seconds += 1
        return state.seconds >= 3 ? .run { _ in await self.dismiss() } : .none
      case .timerButtonTapped:
        state.isTimerOn = true
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
      }
    }
  }
}
