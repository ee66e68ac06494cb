import Backstack
import Testing

/// A feature whose operators get their key paths from an argument or a type: one call of `ifLet`
/// serves several.
private struct Pair: Reducer {
  struct State: Sendable {
    @Presents var first: Counter.State? = Counter.State()
    @Presents var second: Counter.State? = Counter.State()
  }

  @CasePathable
  enum Action: Sendable {
    case first(PresentationAction<Counter.Action>)
    case second(PresentationAction<Counter.Action>)
  }

  typealias StatePath = any WritableKeyPath<State, PresentationState<Counter.State>> & Sendable
  typealias ActionPath = any CaseKeyPath<Action, PresentationAction<Counter.Action>> & Sendable

  var areTypes = false

  var body: some Reducer<State, Action> {
    if areTypes {
      Part<First>()
      Part<Second>()
    } else {
      part(\.$first, \.first)
      part(\.$second, \.second)
    }
  }

  private func part(_ state: StatePath, _ action: ActionPath) -> some Reducer<State, Action> {
    EmptyReducer().ifLet(state, action: action) { Counter() }
  }
}

private protocol Place {
  static var state: Pair.StatePath { get }
  static var action: Pair.ActionPath { get }
}

private enum First: Place {
  static var state: Pair.StatePath { \.$first }
  static var action: Pair.ActionPath { \.first }
}

private enum Second: Place {
  static var state: Pair.StatePath { \.$second }
  static var action: Pair.ActionPath { \.second }
}

private struct Part<P: Place>: Reducer {
  var body: some Reducer<Pair.State, Pair.Action> {
    EmptyReducer().ifLet(P.state, action: P.action) { Counter() }
  }
}

@Suite("Key paths that are not literals")
struct NonliteralKeyPathTests {
  @Test(
    "One call of ifLet works with several key paths, from an argument or a type",
    arguments: [false, true])
  func several(areTypes: Bool) {
    let store = Store(initialState: Pair.State()) { Pair(areTypes: areTypes) }
    store.send(.first(.presented(.increment)))
    store.send(.second(.presented(.increment)))
    store.send(.second(.presented(.increment)))
    #expect(store.first?.count == 1)
    #expect(store.second?.count == 2)
    store.send(.first(.dismiss))
    #expect(store.first == nil)
    #expect(store.second != nil)
  }
}
