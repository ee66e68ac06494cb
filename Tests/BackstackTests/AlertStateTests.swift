import Backstack
import BackstackDiffing
import BackstackTestSupport
import FoundationEssentials
import Testing

/// A feature whose alert leads to a dialog and back.
private struct Asking: Reducer {
  @CasePathable
  @dynamicMemberLookup
  enum Destination: CaseReducerState, Equatable {
    typealias StateReducer = Path
    case alert(AlertState<Answer>)
    case dialog(ConfirmationDialogState<Choice>)
    case note(String?)
  }

  @CasePathable
  enum Answer: Equatable, Codable, Sendable { case more, done }

  @CasePathable
  enum Choice: Equatable, Codable, Sendable { case back, done }

  struct Path: CaseReducer {
    typealias State = Destination

    @CasePathable
    enum Action: Equatable, Sendable {
      case alert(Answer)
      case dialog(Choice)
    }

    static var body: some Reducer<State, Action> { EmptyReducer<State, Action>() }
  }

  struct State: Equatable {
    @Presents var destination: Destination?
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case destination(PresentationAction<Path.Action>)
    case note
    case noteText(String)
  }

  static var alert: AlertState<Answer> {
    AlertState {
      TextState("Sure?")
    } actions: {
      ButtonState(action: .more) { TextState("More") }
    }
  }

  static var dialog: ConfirmationDialogState<Choice> {
    ConfirmationDialogState(titleVisibility: .visible) { TextState("Which?") }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.alert(.more))): state.destination = .dialog(Self.dialog)
      case .destination(.presented(.dialog(.back))): state.destination = .alert(Self.alert)
      case .destination: break
      case .note: state.destination = .note(nil)
      case .noteText(let text): state.destination?.modify(ifCase: \.note) { $0 = text }
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Suite("Alerts and dialogs")
struct AlertStateTests {
  private enum Action: Equatable, Codable, Sendable {
    case delete
    case keep(Int)
  }

  private let alert = AlertState<Action> {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .delete) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  } message: {
    TextState("It is gone then.")
  }

  private let dialog = ConfirmationDialogState<Action>(titleVisibility: .hidden) {
    TextState("Which?")
  } actions: {
    for number in 1...2 {
      ButtonState(action: .send(.keep(number))) { TextState("Keep \(number)") }
    }
  }

  @Test(
    "An alert's button can present a dialog, and the dialog's button an alert",
    .tags(.r62, .r64, .r65))
  func chain() {
    let issues = IssueLog()
    let store = Store(initialState: Asking.State(destination: .alert(Asking.alert))) {
      Asking()
    } withDependencies: {
      $0.issueReporter = issues.reporter
    }
    store.send(.destination(.presented(.alert(.more))))
    #expect(store.destination?.dialog == Asking.dialog)
    store.send(.destination(.presented(.dialog(.back))))
    #expect(store.destination?.alert == Asking.alert)
    store.send(.destination(.presented(.dialog(.done))))
    #expect(store.destination?.alert != nil)
    store.send(.destination(.presented(.alert(.done))))
    #expect(store.destination == nil)
    #expect(issues.messages.isEmpty)
  }

  @Test("A case whose optional payload is nil counts as presented")
  func optionalPayload() {
    let store = Store(initialState: Asking.State()) { Asking() }
    store.send(.note)
    #expect(store.destination == .note(nil))
    #expect(store.destination?.is(\.note) == true)
    store.send(.noteText("x"))
    #expect(store.destination == .note("x"))
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
  }

  @Test("Alerts are compared without their identities", .tags(.r64))
  func equality() {
    let twin = AlertState<Action> { TextState("Delete?") }
    let other = AlertState<Action> { TextState("Delete?") }
    #expect(twin == other)
    #expect(twin.id != other.id)
    #expect(twin != alert)
    #expect(dialog == dialog.map { $0 })
  }

  @Test("Alerts and dialogs survive encoding; decoded ones get new identities", .tags(.r64))
  func coding() throws {
    let alertData = try JSONEncoder().encode(alert)
    let decodedAlert = try JSONDecoder().decode(AlertState<Action>.self, from: alertData)
    #expect(decodedAlert == alert)
    #expect(decodedAlert.id != alert.id)
    let dialogData = try JSONEncoder().encode(dialog)
    #expect(
      try JSONDecoder().decode(ConfirmationDialogState<Action>.self, from: dialogData) == dialog)
    let short = Data(#"{"title": "x"}"#.utf8)
    #expect(
      try JSONDecoder().decode(ConfirmationDialogState<Action>.self, from: short)
        == ConfirmationDialogState { TextState("x") })
  }

  @Test("Mapping covers the actions of all buttons; a button that only closes has nil")
  func mapping() {
    let mapped = alert.map { $0.map { "\($0)" } }
    #expect(mapped.buttons.map(\.action.action) == ["delete", nil])
    #expect(mapped.id == alert.id)
    #expect(mapped.buttons.map(\.role) == [.destructive, .cancel])
    let seen = dialog.buttons.map { $0.withAction { $0 } }
    #expect(seen == [.keep(1), .keep(2)])
  }

  @Test("Descriptions of alerts omit identities and absent parts")
  func descriptions() {
    #expect(
      describe(alert) == """
        AlertState<AlertStateTests.Action>(
          title: "Delete?",
          actions: [
            [0]: ButtonState<AlertStateTests.Action>(
              role: .destructive,
              action: .delete,
              label: "Delete"
            ),
            [1]: ButtonState<AlertStateTests.Action>(
              role: .cancel,
              label: "Cancel"
            )
          ],
          message: "It is gone then."
        )
        """)
    #expect(describe(Asking.dialog).contains("titleVisibility: .visible"))
  }

  @Test("TextState takes literals and strings, and can be concatenated")
  func texts() {
    let name = "x"
    #expect(TextState("a \(name)") + " b" == TextState(verbatim: "a x b"))
    #expect(String(state: "a") == "a")
  }
}
