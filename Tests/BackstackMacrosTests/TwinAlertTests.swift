import Backstack
import BackstackTestSupport
import Testing

/// A feature with an alert and a dialog whose buttons send the same type of action.
@Reducer
private struct Twins {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case show
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Answer>)
    case dialog(ConfirmationDialogState<Answer>)
    @ReducerCaseEphemeral case banner(Banner)

    enum Answer {
      case yes
    }

    /// A state that is ephemeral only because of its marker.
    struct Banner: Equatable {
      enum Action {
        case tap
      }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show = action { state.destination = .alert(AlertState { TextState("Sure?") }) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

struct TwinAlertTests {
  @Test("Only the action of its own case closes an alert", .tags(.r63)) func alertIsClosed() {
    let store = Store(initialState: Twins.State()) { Twins() }
    store.send(.show)
    store.send(.destination(.presented(.dialog(.yes))))
    #expect(store.destination?.is(\.alert) == true)
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.destination == nil)
  }

  @Test("The action of its own case closes a state that is marked as ephemeral", .tags(.r62))
  func whatIsMarkedAsEphemeral() {
    let store = Store(initialState: Twins.State(destination: .banner(.init()))) { Twins() }
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.destination == .banner(.init()))
    store.send(.destination(.presented(.banner(.tap))))
    #expect(store.destination == nil)
  }
}
