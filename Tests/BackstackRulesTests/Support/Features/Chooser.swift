import Backstack

/// A screen that presents one of several screens; a test adds other behaviour with `base`.
@Reducer
struct Chooser {
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action: Equatable {
    case destination(PresentationAction<Destination.Action>)
    case go
    case back
  }

  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case page(Page)
    case note(Page)
    case sign(Sign)
    case alert(AlertState<Answer>)
    case dialog(ConfirmationDialogState<Answer>)
  }

  @CasePathable
  enum Answer: Equatable, Codable { case yes, no }

  /// The chooser's own reducer, to which `ifLet` is applied.
  var base: @Sendable (inout State, Action) -> Effect<Action> = { _, _ in .none }

  var body: some ReducerOf<Self> {
    Reduce { state, action in base(&state, action) }
      .ifLet(\.$destination, action: \.destination)
  }
}

extension AlertState where Action == Chooser.Answer {
  /// Returns an alert with a title, a "Yes" and a "Cancel" button.
  static func asking(_ title: String) -> Self {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(action: .send(.yes)) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    }
  }
}

extension ConfirmationDialogState where Action == Chooser.Answer {
  static func asking(_ title: String) -> Self {
    ConfirmationDialogState { TextState(title) }
  }
}
