import Backstack

/// A screen with a stack, a destination and a list, all of screens.
@Reducer
struct Screen {
  struct State: Equatable, Codable, Identifiable, Sendable {
    var id = 0
    var value = 0
    var path = StackState<Screen.State>()
    var saved: StackState<Screen.State>?
    @Presents var destination: Destination.State?
    var presentsOnDismiss: Presentation?
    var rows: IdentifiedArray<Int, Screen.State> = []
  }

  enum Action: Equatable, Sendable {
    case act(Act)
    indirect case path(StackAction<State, Action>)
    indirect case destination(PresentationAction<Destination.Action>)
    indirect case rows(IdentifiedAction<Int, Action>)
  }

  @Dependency(\.tokenBook) var tokenBook
  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .act(let act):
        if let change = act.change { state.apply(change) }
        return .merge(act.works.map(effect))
      case .destination(.dismiss):
        if let presentation = state.presentsOnDismiss {
          state.presentsOnDismiss = nil
          state.apply(.present(presentation))
        }
        return .none
      case .destination(.presented(.alert(let button))):
        state.press(button)
        return .none
      case .path, .destination, .rows:
        guard let ask = action.ask else { return .none }
        if let change = ask.change { state.apply(change) }
        return .merge(ask.works.map(effect))
      }
    }
    .forEach(\.rows, action: \.rows) { Screen() }
    .forEach(\.path, action: \.path) { Screen() }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer(state: .equatable, .codable, .sendable, action: .equatable, .sendable)
enum Destination {
  case screen(Screen)
  case other(Screen)
  case alert(AlertState<Button>)
}

extension Screen.State {
  fileprivate mutating func press(_ button: Button) {
    switch button {
    case .confirm: value += 1
    case .another: apply(.alert("again"))
    case .proceed: apply(.present(Presentation(kind: .screen, id: 1, value: 1)))
    }
  }
}

extension Screen.Action {
  /// Creates the library's action for an event.
  init(_ event: Event) {
    switch event {
    case .act(let act): self = .act(act)
    case .element(let id, let event):
      self = .path(.element(id: StackElementID(generation: id), action: Self(event)))
    case .popFrom(let id): self = .path(.popFrom(id: StackElementID(generation: id)))
    case .push(let id, let value):
      let id = id.map(StackElementID.init(generation:)) ?? .unassigned
      self = .path(.push(id: id, state: Screen.State(value: value)))
    case .destination(.screen, let event):
      self = .destination(.presented(.screen(Self(event))))
    case .destination(.other, let event):
      self = .destination(.presented(.other(Self(event))))
    case .button(let button): self = .destination(.presented(.alert(button)))
    case .dismiss: self = .destination(.dismiss)
    case .row(let id, let event): self = .rows(.element(id: id, action: Self(event)))
    }
  }

  /// The request of the innermost act to the current screen, if any.
  fileprivate var ask: Ask? {
    var action = self
    var distance = 0
    while true {
      switch action {
      case .act(let act): return act.ask.flatMap { $0.levels == distance ? $0 : nil }
      case .path(.element(_, let inner)), .rows(.element(_, let inner)),
        .destination(.presented(.screen(let inner))), .destination(.presented(.other(let inner))):
        action = inner
        distance += 1
      case .path, .destination: return nil
      }
    }
  }
}
