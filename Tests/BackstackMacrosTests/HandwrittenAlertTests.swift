import Backstack
import BackstackTestSupport
import Testing

/// A feature with alerts in cases that the macro treats as data, and handwritten actions.
@Reducer
private struct Handwritten {
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer(state: .equatable)
  enum Destination {
    typealias Question = ConfirmationDialogState<Answer>

    case counter(Counter)
    @ReducerCaseIgnored case alert(AlertState<Answer>)
    @ReducerCaseIgnored case dialog(Question)
    @ReducerCaseIgnored case note(String)

    enum Action {
      case counter(Counter.Action)
      case alert(Answer)
      case dialog(Answer)
      case note(Answer)
    }

    enum Answer {
      case yes
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

struct HandwrittenAlertTests {
  private func destination(
    _ state: Handwritten.Destination.State, after action: Handwritten.Destination.Action
  ) -> Handwritten.Destination.State? {
    let store = Store(initialState: Handwritten.State(destination: state)) { Handwritten() }
    store.send(.destination(.presented(action)))
    return store.destination
  }

  @Test("The button of an alert with a handwritten action closes the alert", .tags(.r62))
  func alertWithAnActionByHand() {
    #expect(destination(.alert(AlertState { TextState("?") }), after: .alert(.yes)) == nil)
  }

  @Test("A dialog is recognized by its type, also through a typealias") func typeTells() {
    let dialog = ConfirmationDialogState<Handwritten.Destination.Answer> { TextState("?") }
    #expect(destination(.dialog(dialog), after: .dialog(.yes)) == nil)
  }

  @Test("An action of another case does not close an alert with a handwritten action")
  func actionOfAnotherCaseClosesNothing() {
    let alert = AlertState<Handwritten.Destination.Answer> { TextState("?") }
    #expect(destination(.alert(alert), after: .dialog(.yes)) == .alert(alert))
  }

  @Test("An action for an alert that is not presented can't arrive") func actionForAnAlert() {
    let state = Handwritten.Destination.State.note("a")
    let missing = Handwritten.Destination.body._missingTarget(of: .alert(.yes), in: state)
    #expect(missing?.reason == .case)
    #expect(Handwritten.Destination.body._missingTarget(of: .note(.yes), in: state) == nil)
  }

  @Test("An action of a case with data does not dismiss the data")
  func dataStaysWhenItsActionComes() {
    #expect(destination(.note("a"), after: .note(.yes)) == .note("a"))
    #expect(!Handwritten.Destination.State.note("a").isEphemeral)
    #expect(!Handwritten.Destination.State.counter(.init()).isEphemeral)
  }
}
