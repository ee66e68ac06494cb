import Backstack
import Testing

@Suite("Samples: the forms of @Reducer")
struct MacroForms {
  // sample: macros-empty
  @Reducer
  struct EmptyFeature {}
  // end

  @Test func empty() {
    // sample: macros-empty-use
    let store = Store(initialState: EmptyFeature.State()) {
      EmptyFeature()
    }
    #expect(store.state == EmptyFeature.State())
    // end
  }

  // sample: macros-parts
  @Reducer
  struct StateOnly {
    struct State: Equatable {
      var name = ""
    }
  }

  @Reducer
  struct ActionOnly {
    enum Action {
      case tapped
    }
  }

  @Reducer
  struct BodyOnly {
    var body: some ReducerOf<Self> {
      EmptyReducer()
    }
  }

  @Reducer
  struct TypesOfBody {
    var body: some Reducer<Int, Bool> {
      Reduce { state, isUp in
        state += isUp ? 1 : -1
        return .none
      }
    }
  }
  // end

  @Test func parts() {
    let store = Store(initialState: 1) { TypesOfBody() }
    store.send(false)
    #expect(store.state == 0)
  }

  @Reducer
  struct CounterFeature {
    struct State: Equatable, Codable {
      var count = 0
    }

    enum Action: Equatable, Codable {
      case incrementButtonTapped
    }

    var step = 1

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += step
          return .none
        }
      }
    }
  }

  // sample: macros-enum
  @Reducer
  enum Destination {
    // A feature.
    case counter(CounterFeature)
    // A feature that is made with arguments.
    case tens(CounterFeature = CounterFeature(step: 10))
    // Another enum reducer.
    case settings(Settings)
    // An alert: its state is data, its actions are those of its buttons.
    case alert(AlertState<Alert>)
    // A custom state that any of its actions closes, like the buttons of an alert.
    @ReducerCaseEphemeral case banner(Banner)
    // Data without actions: marked, without a payload, with several, with an optional.
    @ReducerCaseIgnored case number(Int)
    case loading
    case point(x: Int, y: Int)
    case selection(Int?)

    @CasePathable
    enum Alert {
      case confirmed
    }

    struct Banner: Equatable {
      enum Action {
        case closed
      }
    }

    @Reducer
    enum Settings {
      case account(CounterFeature)
      case profile(CounterFeature)
    }
  }
  // end

  // sample: macros-conformances
  @Reducer(state: .equatable, .codable, action: .equatable, .codable)
  enum Path {
    case counter(CounterFeature)
  }
  // end

  @Test func conformances() throws {
    #expect(try json(Path.State.counter(CounterFeature.State())) == #"{"counter":{"count":0}}"#)
    #expect(Destination.State.tens(CounterFeature.State()) == .tens(CounterFeature.State()))
  }

  @Test func enumReducer() {
    // sample: macros-enum-use
    let store = Store(initialState: Destination.State.tens(CounterFeature.State())) {
      Destination.body
    }
    store.send(.tens(.incrementButtonTapped))
    #expect(store.state.tens?.count == 10)
    #expect(Destination.State.alert(AlertState { TextState("Sure?") }).isEphemeral)
    // end
  }

  // sample: macros-by-hand
  @Reducer
  enum Screen {
    case counter(CounterFeature)
    @ReducerCaseIgnored case text(String)

    @CasePathable
    enum Action {
      case counter(CounterFeature.Action)
      case text(TextAction)
    }

    enum TextAction {
      case cleared
    }

    static var body: some ReducerOf<Self> {
      Reduce<State, Action> { state, action in
        if case .text(.cleared) = action { state = .text("") }
        return .none
      }
      .ifCaseLet(\.counter, action: \.counter) {
        CounterFeature()
      }
    }
  }
  // end

  @Test func byHand() {
    let store = Store(initialState: Screen.State.text("a")) { Screen.body }
    guard case .text(let text) = store.case else {
      Issue.record("\(store.state)")
      return
    }
    text.send(.cleared)
    #expect(store.state.text == "")
  }
}

// sample: macros-extension
extension MacroForms.Destination.State: Equatable {}
extension MacroForms.Destination.Settings.State: Equatable {}
// end
