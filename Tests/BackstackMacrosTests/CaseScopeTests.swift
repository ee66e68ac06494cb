import Backstack
import BackstackTestSupport
import Foundation
import Testing

struct CaseScopeTests {
  @Test("A store's case gives a store of the case's feature") func featuresCaseGivesAStore() throws
  {
    let store = Store(initialState: Path.State.tens(.init())) { Path.body }
    guard case .tens(let tens) = store.case else {
      Issue.record("\(store.case)")
      return
    }
    tens.send(.plus)
    #expect(tens.count == 10)
    #expect(store.state.tens?.count == 10)
    guard case .tens(let again) = store.case else { return }
    #expect(again === tens)
    #expect(store.case.tens === tens)
    #expect(store.case.counter == nil)
  }

  @Test("A switch over a store's case covers every case, and data is passed as it is")
  func switchIsOverEveryCaseData() {
    func describe(_ state: Path.State) -> String {
      switch Store(initialState: state, reducer: { Path.body }).case {
      case .counter(let store), .tens(let store), .last(let store), .conditional(let store):
        "counter \(store.count)"
      case .nested: "nested"
      case .bare: "bare"
      case .alert(let alert): "alert \(alert.title)"
      case .banner: "banner"
      case .number(let number): "number \(number)"
      case .point(let x, let y): "point \(x) \(y)"
      case .optional(let number): "optional \(String(describing: number))"
      case .nothing: "nothing"
      }
    }
    #expect(describe(.last(.init(count: 3))) == "counter 3")
    #expect(describe(.nested(.init())) == "nested")
    #expect(describe(.banner(.init())) == "banner")
    #expect(describe(.number(2)) == "number 2")
    #expect(describe(.point(1, y: 2)) == "point 1 2")
    #expect(describe(.optional(nil)) == "optional nil")
    #expect(describe(.nothing) == "nothing")
  }

  @Test("Stores of stack elements and destinations scope to their cases") func elementOfAStack() {
    let store = Store(
      initialState: FlowHost.State(
        sheet: .deep(.steps(.second(.init()))),
        path: [.counter(.init(count: 1)), .steps(.first(.init()))])
    ) { FlowHost() }
    let elements = store.scope(state: \.path, action: \.path).elements
    guard case .counter(let counter)? = elements.first?.case,
      case .steps(let steps)? = elements.last?.case, case .first(let first) = steps.case
    else {
      Issue.record("\(elements.map(\.state))")
      return
    }
    counter.send(.plus)
    first.send(.plus)
    #expect(store.path.map(\.counter?.count) == [2, nil])
    #expect(store.path.last?.steps?.first?.count == 1)

    let sheet: StoreOf<Flow>? = store.scope(state: \.sheet, action: \.sheet)
    guard case .deep(let deep)? = sheet?.case, case .steps(let inner) = deep.case,
      case .second(let second) = inner.case
    else {
      Issue.record("\(String(describing: sheet?.state))")
      return
    }
    second.send(.plus)
    #expect(store.sheet?.deep?.steps?.second?.count == 2)
  }

  @Test("A store of a case that was left keeps its last state", .tags(.r101))
  func heldStoreOfACase() {
    let store = Store(initialState: DataWithActions.State.counter(.init(count: 4))) {
      Reduce<DataWithActions.State, DataWithActions.Action> { state, _ in
        state = .text("left")
        return .none
      }
    }
    guard case .counter(let counter) = store.case else { return }
    counter.send(.plus)
    #expect(store.state.text == "left")
    #expect(counter.count == 4)
  }

  @Test("An ignored case with a handwritten action gives a store") func withAnActionByHand() {
    let store = Store(initialState: DataWithActions.State.number(3)) { DataWithActions.body }
    guard case .number(let number) = store.case else {
      Issue.record("\(store.case)")
      return
    }
    number.send(true)
    #expect(number.state == 4)
    let text = Store(initialState: DataWithActions.State.text("a")) { DataWithActions.body }
    guard case .text("a") = text.case else {
      Issue.record("\(text.case)")
      return
    }
  }

  @Test("The macro keeps a handwritten scope and a handwritten state") func scopeByHandIsKept() {
    let store = Store(initialState: ScopeByHand.State.alert(AlertState { "t" })) {
      ScopeByHand.body
    }
    guard case .nothingToSee = store.case else {
      Issue.record("\(store.case)")
      return
    }
    let functionOnly = Store(initialState: FunctionOnly.State.done) { FunctionOnly.body }
    guard case .done = functionOnly.case else {
      Issue.record("\(functionOnly.case)")
      return
    }
    let byHand = Store(initialState: ByHand.State.more) { ByHand.body }
    guard case .more = byHand.case else {
      Issue.record("\(byHand.case)")
      return
    }
  }

  @Test("Without the macro, the case of a store is the store itself") func withoutAMacroTheCase() {
    let store = Store(initialState: NoMacro.State.counter(.init(count: 2))) { NoMacro.body }
    #expect(store.case === store)
  }

  @Test("The macro writes isEphemeral; without the macro, reflection determines it")
  func stateKnowsAtCompileTimeWhether() {
    #expect(Path.State.alert(AlertState { "t" }).isEphemeral)
    #expect(Path.State.banner(.init()).isEphemeral)
    #expect(!Path.State.counter(.init()).isEphemeral)
    #expect(!Path.State.nothing.isEphemeral)
    // By reflection, without the macro.
    #expect(NoMacro.State.alert(AlertState { "t" }).isEphemeral)
    #expect(!NoMacro.State.counter(.init()).isEphemeral)
  }
}

struct NestedReducerTests {
  private func run<R: Reducer>(_ reducer: R, _ state: R.State, _ action: R.Action) -> R.State {
    var state = state
    _ = reducer.reduce(into: &state, action: action)
    return state
  }

  @Test("A case can contain an enum reducer") func caseMayNameAnEnumReducer() {
    #expect(
      run(Flow.body, .steps(.second(.init())), .steps(.second(.plus)))
        == .steps(.second(.init(count: 2))))
    #expect(
      run(Flow.body, .deep(.steps(.first(.init()))), .deep(.steps(.first(.plus))))
        == .deep(.steps(.first(.init(count: 1)))))
  }

  @Test("An enum reducer's body can be the root of a store") func enumRootIsAStore() {
    let store = Store(initialState: Flow.State.steps(.first(.init()))) { Flow.body }
    store.send(.steps(.first(.plus)))
    #expect(store.state == .steps(.first(.init(count: 1))))
  }

  @Test("Scope infers an enum reducer from the type of its state") func scopeTakesAnEnumReducer() {
    #expect(run(FlowHost(), .init(), .flow(.counter(.plus))).flow == .counter(.init(count: 1)))
    #expect(
      run(FlowCase(), .flow(.counter(.init())), .flow(.counter(.plus)))
        == .flow(.counter(.init(count: 1))))
  }

  @Test("An indirect case can contain its own enum reducer")
  func caseThatIsMarkedIndirectMay() {
    typealias State = Recursive.State
    let state = State.node(.init(child: .node(.init(child: .leaf(.init())))))
    #expect(
      run(Recursive.body, state, .node(.child(.node(.child(.leaf(.plus))))))
        == .node(.init(child: .node(.init(child: .leaf(.init(count: 1)))))))
    let all = AllRecursive.State.node(.init(child: .counter(.init())))
    #expect(all.node?.child.counter?.count == 0)
  }

  @Test("A case's feature is created with default arguments, or as the case specifies")
  func featureIsMadeWithItsDefault() {
    let renamed = Meeting.Action.renamed("a")
    #expect(run(Meetings.body, .plain(.init()), .plain(renamed)).plain?.title == "<a>")
    #expect(run(Meetings.body, .given(.init()), .given(renamed)).given?.title == "(a)")
  }

  @Test("A case with an optional state or a list of states is data")
  func optionalOrAListOfFeatures() {
    let state = Meetings.State.optional(nil)
    #expect(state.is(\.optional))
    #expect(Meetings.State.optionalInFull(.init()).optionalInFull == .some(.some(.init())))
    #expect(Meetings.State.list([.init()]).list == [.init()])
    let action: CaseKeyPath<Meetings.Action, Never> = \.optional
    #expect(action.extract(from: .plain(.renamed(""))) == nil)
  }

  @Test("All six conformance options add a conformance") func allSixWordsAddAConformance() throws {
    let state = AllWords.State.default(id: 1, in: 2)
    func check(_: some Hashable & Codable & Sendable) {}
    check(state)
    check(AllWords.Action?.none)
    #expect(Set([state, state]).count == 1)
  }
}

private struct NoMacro: CaseReducer {
  @CasePathable
  enum State: CaseReducerState {
    typealias StateReducer = NoMacro
    case counter(Counter.State)
    case alert(AlertState<Never>)
  }

  @CasePathable
  enum Action {
    case counter(Counter.Action)
  }

  static var body: some Reducer<State, Action> {
    EmptyReducer<State, Action>().ifCaseLet(\.counter, action: \.counter) { Counter() }
  }
}
