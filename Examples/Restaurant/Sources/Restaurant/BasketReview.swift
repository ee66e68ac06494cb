import Backstack

/// What is about to be ordered: lines to change, a note, and the guest's name.
@Reducer
struct BasketReview {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    @ServerOnly @Shared var basket: Basket
    @Shared var guestName: String
    @Presents var destination: Destination.State?
  }

  /// What can be shown over the basket.
  @Reducer(state: .codable, .equatable, action: .codable)
  enum Destination {
    case line(LineEditor)
    case note(NoteEditor)
    case alert(AlertState<Never>)
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case lineTapped(id: Dish.ID)
    case noteButtonTapped
    case payButtonTapped
    case destination(PresentationAction<Destination.Action>)
    @ServerOnly case delegate(Delegate)

    @CasePathable
    enum Delegate: Codable, Sendable { case place }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.guestName):
        state.guestName = String(state.guestName.prefix(Restaurant.maximumNameLength))

      case .lineTapped(let id):
        guard let line = state.basket.lines[id: id] else { break }
        state.destination = .line(LineEditor.State(line: line))

      case .noteButtonTapped:
        state.destination = .note(NoteEditor.State(text: state.basket.note))

      case .payButtonTapped:
        guard !state.guestName.isEmpty else {
          state.destination = .alert(.noName)
          break
        }
        return .send(.delegate(.place))

      case .destination(.presented(.line(.saveButtonTapped))):
        guard let line = state.destination?.line?.line else { break }
        state.basket.lines[id: line.id] = line
        state.destination = nil

      case .destination(.presented(.line(.removeButtonTapped))):
        guard let line = state.destination?.line?.line else { break }
        state.basket.lines[id: line.id] = nil
        state.destination = nil

      case .destination(.presented(.note(.saveButtonTapped))):
        guard let note = state.destination?.note?.text else { break }
        state.basket.note = note
        state.destination = nil

      case .binding, .destination, .delegate:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState<Never> {
  static let noName = AlertState { TextState("For whom is the order?") }
}

/// The sheet that changes how many of a dish are ordered.
@Reducer
struct LineEditor {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var line: Basket.Line
  }

  enum Action: Codable, Sendable {
    case quantityChanged(Int)
    case removeButtonTapped
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .quantityChanged(let quantity) = action {
        state.line.quantity = quantity.clamped(to: Basket.Line.quantities)
      }
      return .none
    }
  }
}

/// The sheet that writes a note for the kitchen.
@Reducer
struct NoteEditor {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var text: String
  }

  enum Action: BindableAction, Codable, Sendable {
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .binding(\.text) = action {
        state.text = String(state.text.prefix(Basket.maximumNoteLength))
      }
      return .none
    }
  }
}
