import Backstack
import BackstackService

/// A feature that traps after nine steps in their order: a page, a choice, a sheet, two more choices, an
/// alert, and what comes after it.
@Reducer
struct NineSteps {
  struct State: Codable, Sendable {
    var path = StackState<Page.State>()
  }

  enum Action: Codable, Sendable {
    case open
    case help
    case path(StackActionOf<Page>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .open = action, state.path.isEmpty { state.path.append(Page.State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { Page() }
  }

  @Reducer
  struct Page {
    struct State: Codable, Sendable {
      var isChosen = false
      @Presents var sheet: Sheet.State?
    }

    enum Action: Codable, Sendable {
      case choose
      case reset
      case showSheet
      case sheet(PresentationAction<Sheet.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .choose: state.isChosen = true
        case .reset: state = State()
        case .showSheet: if state.isChosen { state.sheet = Sheet.State() }
        case .sheet: break
        }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { Sheet() }
    }
  }

  @Reducer
  struct Sheet {
    enum Delivery: String, Codable, Sendable, CaseIterable { case standard, express, pickUp }

    struct State: Codable, Sendable {
      var isAgreed = false
      var delivery: Delivery?
      var isPaid = false
      var isFiled = false
      @Presents var alert: AlertState<Alert>?
    }

    enum Action: Codable, Sendable {
      case agree(Bool)
      case deliver(Delivery)
      case pay
      case file
      case printReceipt
      case note(String)
      case alert(PresentationAction<Alert>)
    }

    @CasePathable
    enum Alert: Codable, Sendable { case confirm }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .agree(let isAgreed): state.isAgreed = isAgreed
        case .deliver(let delivery): if state.isAgreed { state.delivery = delivery }
        case .pay:
          // Too early, and all is forgotten.
          guard state.delivery == .express else {
            state = State()
            return .none
          }
          state.alert = AlertState { TextState("Pay?") }
        case .alert(.presented(.confirm)): state.isPaid = true
        case .file: if state.isPaid { state.isFiled = true } else { state = State() }
        case .printReceipt:
          precondition(!state.isFiled, "The receipt is filed.")
          state = State()
        case .note, .alert: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  static var feature: Feature {
    Feature("nine-steps", initialState: State()) { NineSteps() }
  }
}

/// A feature that traps after nine keys in their order. Any other key begins again, and no screen shows
/// anything of it.
@Reducer
struct NineKeys {
  enum Key: String, Codable, Sendable, CaseIterable { case red, green, blue, black }

  struct State: Codable, Sendable { var count = 0 }

  enum Action: Codable, Sendable { case press(Key) }

  private static let order: [Key] = [
    .blue, .red, .red, .black, .green, .blue, .black, .red, .green,
  ]

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .press(Self.order[state.count]): state.count += 1
      case .press: state.count = 0
      }
      precondition(state.count < Self.order.count, "The lock is open.")
      return .none
    }
  }

  static var feature: Feature {
    Feature("nine-keys", initialState: State()) { NineKeys() }
  }
}
