import Backstack

/// A stack of counters and sheets, for the tests of `forEach`.
struct Stack: Reducer {
  struct State: Equatable, Codable, Sendable {
    var path = StackState<Path.State>()
    var log: [String] = []
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case path(StackAction<Path.State, Path.Action>)
    case push(Int)
    case replaceAll([Int])
    case remove(StackElementID)
    case reverse
    case removeEven
    case startTimer
    case stopTimers
  }

  /// Called with the state when the parent's own reducer runs for an action of the path.
  var onPathAction:
    @Sendable (inout State, StackAction<Path.State, Path.Action>) -> Effect<Action> = {
      _, _ in .none
    }

  struct Path: CaseReducer {
    @CasePathable
    @dynamicMemberLookup
    enum State: CaseReducerState, Equatable, Codable, Sendable {
      typealias StateReducer = Path
      case counter(Counter.State)
      case sheet(Sheet.State)
    }

    @CasePathable
    enum Action: Equatable, Codable, Sendable {
      case counter(Counter.Action)
      case sheet(Sheet.Action)
    }

    static var body: some Reducer<State, Action> {
      EmptyReducer<State, Action>()
        .ifCaseLet(\.counter, action: \.counter) { Counter() }
        .ifCaseLet(\.sheet, action: \.sheet) { Sheet() }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .path(let action):
        return onPathAction(&state, action)
      case .push(let count):
        state.path.append(.counter(Counter.State(count: count)))
        return .none
      case .replaceAll(let counts):
        state.path = StackState(counts.map { .counter(Counter.State(count: $0)) })
        return .none
      case .remove(let id):
        state.path[id: id] = nil
        return .none
      case .reverse:
        state.path = StackState(
          ids: state.path.ids.reversed(), elements: state.path.reversed())
        return .none
      case .removeEven:
        state.path.removeAll { ($0.counter?.count ?? 1) % 2 == 0 }
        return .none
      case .startTimer:
        return .run { _ in try await Task.never() }.cancellable(id: Counter.CancelID.timer)
      case .stopTimers:
        return .cancel(id: Counter.CancelID.timer)
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled.
  static func never() async throws {
    for await _ in AsyncStream<Never>.makeStream().stream {}
    throw Swift.CancellationError()
  }
}

/// A screen that presents a counter or another sheet.
struct Sheet: Reducer {
  struct State: Equatable, Codable, Sendable {
    @Presents var destination: Destination.State?
    @Presents var alert: AlertState<Alert>?
  }

  @CasePathable
  enum Action: Equatable, Codable, Sendable {
    indirect case destination(PresentationAction<Destination.Action>)
    case alert(PresentationAction<Alert>)
    case present(Int)
    case presentSheet
    case nilOut
    case showAlert
  }

  @CasePathable
  enum Alert: Equatable, Codable {
    case confirm
    case confirmAndShowAnother
  }

  struct Destination: CaseReducer {
    @CasePathable
    @dynamicMemberLookup
    enum State: CaseReducerState, Equatable, Codable, Sendable {
      typealias StateReducer = Destination
      case counter(Counter.State)
      case sheet(Sheet.State)
      case alert(AlertState<Alert>)
    }

    @CasePathable
    enum Action: Equatable, Codable, Sendable {
      case counter(Counter.Action)
      case sheet(Sheet.Action)
      case alert(Alert)
    }

    static var body: Reduce<State, Action> {
      Reduce(
        EmptyReducer<State, Action>()
          .ifCaseLet(\.counter, action: \.counter) { Counter() }
          .ifCaseLet(\.sheet, action: \.sheet) { Sheet() })
    }
  }

  var onAction: @Sendable (inout State, Action) -> Void = { _, _ in }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .present(let id):
        state.destination = .counter(Counter.State(id: id))
      case .presentSheet:
        state.destination = .sheet(Sheet.State())
      case .nilOut:
        state.destination = nil
      case .showAlert:
        state.alert = AlertState { TextState("Sure?") }
      case .alert(.presented(.confirmAndShowAnother)):
        state.alert = AlertState { TextState("Really sure?") }
      case .destination, .alert:
        break
      }
      onAction(&state, action)
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$alert, action: \.alert)
  }
}
