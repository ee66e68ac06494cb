import Backstack
import BackstackTestSupport
import FoundationEssentials
import Testing

@Suite("Ephemeral state")
struct EphemeralStateTests {
  let setup = LiveStoreSetup()

  private typealias Alert = AlertState<Chooser.Answer>
  private typealias Dialog = ConfirmationDialogState<Chooser.Answer>

  /// Returns a chooser that presents `next` when its alert or dialog is answered.
  private func chooser(
    _ first: Chooser.Destination.State,
    next: @escaping @Sendable (Chooser.Answer) -> Chooser.Destination.State? = { _ in nil }
  ) -> StoreOf<Chooser> {
    setup.store(
      Chooser.State(destination: first),
      Chooser { state, action in
        switch action {
        case .destination(.presented(.alert(let answer))),
          .destination(.presented(.dialog(let answer))):
          if let next = next(answer) { state.destination = next }
        default: break
        }
        return .none
      })
  }

  @Test(
    "Alerts and dialogs are ephemeral and name their buttons' action; other states can be, too",
    .tags(.r61))
  func alertsAndDialogsAreEphemeral() {
    func answers<State: _EphemeralState>(_: State.Type) -> Bool {
      State.Action.self == Chooser.Answer.self
    }
    #expect(answers(Alert.self))
    #expect(answers(Dialog.self))

    let store = setup.store(ToastHost.State(toast: Toast(text: "Saved")), ToastHost())
    store.send(.toast(.presented(.undo)))
    #expect(store.toast == nil)
    #expect(setup.issues.isEmpty)
  }

  @Test("An enum is ephemeral while the payload of its current case is ephemeral", .tags(.r62))
  func enumIsEphemeralWhileThePayload() {
    let page = chooser(.page(Page.State(7)))
    page.send(.destination(.presented(.page(.tap))))
    #expect(page.destination?.page?.taps == 1)
    #expect(!Chooser.Destination.State.page(Page.State(7)).isEphemeral)

    let alert = chooser(.alert(.asking("Sure?")))
    alert.send(.destination(.presented(.alert(.yes))))
    #expect(alert.destination == nil)
    #expect(Chooser.Destination.State.alert(.asking("Sure?")).isEphemeral)
    #expect(Chooser.Destination.State.dialog(.asking("Sure?")).isEphemeral)
  }

  // TCA checks only the type of the action; here it must also belong to the alert's case.
  @Test(
    "An alert's own action closes it after the base has run; another case's action does not",
    .tags(.r63))
  func itsOwnActionClosesAnAlert() {
    let store = setup.store(
      Chooser.State(destination: .alert(.asking("Sure?"))),
      Chooser { [recorder = setup.recorder] state, _ in
        recorder(state.destination.map { "\($0.is(\.alert))" } ?? "nothing")
        return .none
      })
    store.send(.destination(.presented(.page(.tap))))
    store.send(.destination(.presented(.dialog(.yes))))
    #expect(store.destination != nil)
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.destination == nil)
    #expect(setup.recorder.lines == ["true", "true", "true"])
  }

  @Test(
    "An alert that is created again stays open; its id is neither compared nor encoded",
    .tags(.r64))
  func alertThatIsMadeAnewStays() throws {
    let (one, other) = (Alert.asking("Sure?"), Alert.asking("Sure?"))
    #expect(one.id != other.id)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    let data = try JSONEncoder().encode(one)
    #expect(!String(decoding: data, as: UTF8.self).contains(one.id.uuidString))
    #expect(try JSONDecoder().decode(Alert.self, from: data) == one)

    let store = chooser(.alert(one)) { $0 == .yes ? .alert(.asking("Sure?")) : nil }
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.destination == .alert(one))
    store.send(.destination(.presented(.alert(.no))))
    #expect(store.destination == nil)
  }

  @Test("An alert's button may show a dialog, and the dialog's button the alert again", .tags(.r65))
  func alertsButtonMayShowADialog() {
    let store = chooser(.alert(.asking("1"))) {
      $0 == .yes ? .dialog(.asking("2")) : .alert(.asking("3"))
    }
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.destination?.dialog?.title == TextState("2"))
    store.send(.destination(.presented(.dialog(.no))))
    #expect(store.destination?.alert?.title == TextState("3"))
    #expect(setup.issues.isEmpty)
  }

  @Test(
    "An alert runs no effects and can't dismiss itself; the dismiss action closes it",
    .tags(.r66))
  func alertHasNoEffectsAndNothing() {
    let store = chooser(.alert(.asking("Sure?")))
    store.send(.go)
    #expect(store.effectCount == 0)
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
    #expect(store.actionCount == 2)
    #expect(setup.issues.isEmpty)
  }

  @Test(
    "On a plain optional, any action of an alert closes it, unless the base presents another",
    .tags(.r67))
  func onAPlainOptionalAnyAction() {
    let store = setup.store(
      Shelf.State(alert: .asking("1")),
      Shelf { state, action in
        if action == .alert(.no) { state.alert = .asking("2") }
        return .none
      })
    store.send(.alert(.no))
    #expect(store.alert?.title == TextState("2"))
    store.send(.go)
    #expect(store.alert != nil)
    store.send(.alert(.yes))
    #expect(store.alert == nil)
    #expect(setup.issues.isEmpty)
  }
}

/// Ephemeral state that is neither an alert nor a dialog.
private struct Toast: _EphemeralState, Equatable, Sendable {
  @CasePathable
  enum Action: Equatable { case undo }

  var text: String
}

@Reducer
private struct ToastHost {
  struct State: Equatable {
    @Presents var toast: Toast?
  }

  enum Action: Equatable {
    case toast(PresentationAction<Toast.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$toast, action: \.toast)
  }
}
