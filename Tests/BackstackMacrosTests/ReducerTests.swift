import Backstack
import Foundation
import Testing

struct ReducerTests {
  private func run<R: Reducer>(_ reducer: R, _ state: R.State, _ action: R.Action) -> R.State {
    var state = state
    _ = reducer.reduce(into: &state, action: action)
    return state
  }

  @Test("A feature with the macro runs its body") func featuresRunTheirBodies() {
    #expect(run(Counter(), .init(), .plus).count == 1)
    #expect(run(Wrapper(), .init(), .plus).count == 10)
    #expect(run(Aliased(), .init(), .plus).count == 1)
    #expect(run(Typed(), 3, true) == 8)
    #expect(run(Explicit(), 3, true) == 3)
    #expect(run(Method(), .off, .toggled(at: 3)) == .on(since: 3))
    #expect(run(BuiltAlready(), .init(count: 2), .tapped).count == 2)
    #expect(run(Generic<Int>(), .init(value: 1), .set(2)).value == 2)
  }

  @Test("Names in backticks may have spaces and quotes")
  func rawNames() throws {
    let state = run(RawNames(), RawNames.State(), .`go "on"`)
    #expect(state.`the sheet` != nil)
    let json = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    #expect(json.contains(#""a \"b\"":1"#), "\(json)")
    #expect(try JSONDecoder().decode(RawNames.State.self, from: Data(json.utf8)) == state)

    let action = RawNames.Action.`set it`(`to this`: 3)
    let encoded = try JSONEncoder().encode(action)
    #expect(String(decoding: encoded, as: UTF8.self) == #"{"set it":{"to this":3}}"#)
    #expect(try JSONDecoder().decode(RawNames.Action.self, from: encoded) == action)
    #expect(RawNames.Action.caseNames.first == #"go "on""#)
    #expect(RawNames.Generic.`a b`(1)[case: \.`a b`] == 1)
  }

  @Test("An empty feature has an empty State, an empty Action and a body")
  func emptyFeatureHasAnEmptyState() throws {
    let state = Bare.State()
    #expect(try JSONEncoder().encode(state) == Data("{}".utf8))
    #expect(Bare.Action.caseNames.isEmpty)
    #expect(type(of: Bare().body) == EmptyReducer<Bare.State, Bare.Action>.self)
  }

  @Test("Enums nested in a feature have case paths") func nestedEnumsHaveCasePaths() {
    let state = Method.State.on(since: 3)
    #expect(state.on == 3)
    #expect((\Method.Action.Cases.toggled)(4)[case: \.toggled] == 4)
    #expect((\Generic<Int>.Action.Cases.set)(4)[case: \.set] == 4)
  }

  @Test("An enum reducer runs the feature of its case") func enumReducerRunsTheFeature() {
    #expect(run(Path.body, .counter(.init()), .counter(.plus)).counter?.count == 1)
    #expect(run(Path.body, .tens(.init()), .tens(.plus)).tens?.count == 10)
    #expect(run(Path.body, .conditional(.init()), .conditional(.plus)).conditional?.count == 1)
    #expect(run(Path.body, .last(.init()), .last(.plus)).last?.count == 1)
    #expect(run(Path.body, .last(.init()), .counter(.plus)).last?.count == 0)
    #expect(run(Outermost.body, .path(.last(.init())), .path(.last(.plus))).path?.last?.count == 1)
    #expect(run(ByHand.body, .counter(.init()), .counter(.plus)).counter?.count == 1)
    #expect(
      run(Generic<Int>.Path.body, .generic(.init(value: 1)), .generic(.set(2))).generic?.value == 2)
    #expect(
      run(Generic<Int>.Extended.body, .counter(.init()), .counter(.plus)).counter?.count == 1)
    #expect(
      run(Counter.Destination.body, .counter(.init()), .counter(.plus))
        == .counter(.init(count: 1)))
  }

  @Test("Alerts and data in an enum reducer are state without a reducer")
  func alertsAndDataAreState() {
    #expect(Path.State.alert(AlertState { "t" }).alert?.title == "t")
    #expect((\Path.Action.Cases.alert)(.confirmed).is(\.alert))
    #expect((\Path.Action.Cases.banner)(.closed).is(\.banner))
    #expect(Path.State.point(1, y: 2).point?.y == 2)
    #expect(Path.State.optional(nil).is(\.optional))
    #expect(Path.State.number(1).isNumber)
    let number: CaseKeyPath<Path.Action, Never> = \.number
    let nothing: CaseKeyPath<Path.Action, Never> = \.nothing
    #expect(number.extract(from: .last(.plus)) == nil)
    #expect(nothing.extract(from: .last(.plus)) == nil)
    #expect(
      Path.Action.caseNames == [
        "counter", "tens", "nested", "bare", "alert", "banner", "number", "point", "optional",
        "nothing", "conditional", "last",
      ])
  }

  @Test("The State of an enum reducer refers to the reducer") func stateOfAnEnumReducerLeads() {
    #expect(Path.State.StateReducer.self == Path.self)
    #expect(PublicPath.State.StateReducer.self == PublicPath.self)
    #expect(Namespace.Path.State.StateReducer.self == Namespace.Path.self)
  }

  @Test("The macro adds conformances to an enum reducer's State and Action")
  func conformancesAreAddedToTheState()
    throws
  {
    let state = Coded.State.counter(.init(count: 2))
    let json = try JSONEncoder().encode(state)
    #expect(String(decoding: json, as: UTF8.self) == #"{"counter":{"count":2}}"#)
    #expect(try JSONDecoder().decode(Coded.State.self, from: json) == state)
    let action = Coded.Action.counter(.set(to: 4))
    let sent = try JSONEncoder().encode(action)
    #expect(String(decoding: sent, as: UTF8.self) == #"{"counter":{"set":{"to":4}}}"#)
    #expect(try JSONDecoder().decode(Coded.Action.self, from: sent) == action)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Coded.Action.self, from: Data(#"{"counter":{"loaded":4}}"#.utf8))
    }
  }

  @Test("ObservableState leaves the stored properties as they are")
  func observableStateOnlyConforms() throws {
    let state: any ObservableState = Counter.State(count: 1)
    #expect(Mirror(reflecting: state).children.map(\.label) == ["count"])
  }
}
