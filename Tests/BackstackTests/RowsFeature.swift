import Backstack

/// A list of counters, an optional counter and an optional alert, for the tests of operators on
/// plain state.
struct Rows: Reducer {
  struct State: Equatable, Codable, Sendable {
    var rows: IdentifiedArrayOf<Counter.State> = []
    var child: Counter.State?
    var screen: Sheet.Destination.State?
    var alert: AlertState<Sheet.Alert>?
    var log: [String] = []
  }

  @CasePathable
  enum Action: Equatable, Codable, Sendable {
    case rows(IdentifiedActionOf<Counter>)
    case child(Counter.Action)
    case screen(Sheet.Destination.Action)
    case alert(Sheet.Alert)
    case set([Int])
    case reverse
    case setChild(Int?)
    case setScreen
    case showAlert
  }

  /// Called with the state before the parent's own reducer runs.
  var onAction: @Sendable (inout State, Action) -> Void = { _, _ in }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      onAction(&state, action)
      switch action {
      case .set(let ids):
        state.rows = IdentifiedArray(uniqueElements: ids.map { Counter.State(id: $0) })
      case .reverse:
        state.rows.reverse()
      case .setChild(let id):
        state.child = id.map { Counter.State(id: $0) }
      case .setScreen:
        state.screen = .sheet(Sheet.State())
      case .showAlert, .alert(.confirmAndShowAnother):
        state.alert = AlertState { TextState("Sure?") }
      case .rows, .child, .screen, .alert:
        break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Counter() }
    .ifLet(\.child, action: \.child) { Counter() }
    .ifLet(\.screen, action: \.screen)
    .ifLet(\.alert, action: \.alert)
  }
}
