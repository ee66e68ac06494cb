import Backstack
import BackstackService

/// A feature with one kind of mistake that clients can provoke.
@Reducer
struct Fragile {
  /// The kind of mistake.
  enum Mistake: String, CaseIterable, Sendable {
    /// A sum in the reducer that overflows.
    case reducer
    /// A product in an effect that overflows.
    case effect
    /// A sum that overflows when the clock ticks.
    case tick
    /// A precondition that fails once the session is resumed elsewhere.
    case resumed
    /// A quotient that cannot be encoded as JSON.
    case infinity
    /// An issue that is reported.
    case issue
    /// An infinite loop.
    case loop
    /// No mistake.
    case none
  }

  struct State: Codable, Sendable {
    var count = 0
    var ratio: Double = 1
    var names: [String] = []
  }

  enum Action: Codable, Sendable {
    case add(Int)
    case double
    case divide(by: Double)
    case name(String)
    case clear
    case startTimer
    @ServerOnly case doubled(Int)
    @ServerOnly case ticked
  }

  let mistake: Mistake

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.session) private var session

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number) where mistake == .reducer:
        state.count += number
      case .add(let number):
        state.count = state.count.addingReportingOverflow(number).partialValue
      case .double:
        return .run { [mistake, count = state.count] send in
          let product = mistake == .effect ? count * 2 : count &* 2
          await send(.doubled(product))
        }
      case .divide(let divisor):
        let quotient = state.ratio / divisor
        if quotient.isFinite || mistake == .infinity { state.ratio = quotient }
      case .name(let name):
        state.names.append(name)
        if mistake == .issue, name.isEmpty { reportIssue("A name is empty.") }
        while mistake == .loop, state.names.count > 2 {}
      case .clear:
        if mistake == .resumed, session?.isResumed == true {
          precondition(state.names.isEmpty, "Only the process that added names can clear them.")
        }
        state.names = []
      case .startTimer:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      case .ticked:
        if mistake == .tick { state.count += 1 } else { state.count &+= 1 }
      case .doubled(let count):
        state.count = count
      }
      return .none
    }
  }

  static func feature(_ mistake: Mistake) -> Feature {
    Feature(
      "fragile", initialState: State(), clientInput: ClientInput(takesState: true)
    ) { Fragile(mistake: mistake) }
  }
}
