import Backstack
import BackstackTestSupport
import Testing

@Suite("Composition")
struct ReducerCompositionTests {
  let setup = LiveStoreSetup()

  // TCA calls `_reduce(into:action:)`; here `reduce(into:action:)` itself is the entry point.
  @Test("A reducer has a body or a reduce method, and code can call it directly", .tags(.r1))
  func reducerHasABody() {
    let byMethod = setup.store(Marks.State(), Mark("method"))
    byMethod.send(.start)
    #expect(byMethod.state.log == ["method", "sent method"])

    let byBody = setup.store(Marks.State(), BodyOnly())
    byBody.send(.start)
    #expect(byBody.state.log == ["body", "sent body"])

    var state = Marks.State()
    _ = BodyOnly().reduce(into: &state, action: .start)
    #expect(state.log == ["body"])
  }

  @Test("The reduce method wins over the body; without a body, Body is Never", .tags(.r2))
  func methodWinsOverTheBody() {
    let store = setup.store(Marks.State(), MethodAndBody())
    store.send(.start)
    #expect(store.log == ["method"])
    #expect(Mark.Body.self == Never.self)
  }

  @Test("Each action evaluates the bodies on its path again, and none below", .tags(.r3))
  func eachActionEvaluatesTheBodies() {
    let store = setup.store(
      Tower.State(child: Tower.State(child: Tower.State())), Tower())
    store.send(.tap)
    #expect(setup.recorder.lines == ["body"])
    store.send(.child(.presented(.child(.presented(.tap)))))
    #expect(setup.recorder.lines == ["body", "body", "body", "body"])
    #expect(store.child?.child?.taps == 1)
  }

  @Test(
    "The reducers of a body run from top to bottom, and so do their effects", .tags(.r4),
    arguments: [true, false])
  func reducersOfABodyRun(isOn: Bool) {
    let store = setup.store(Marks.State(), Marks(isOn: isOn))
    store.send(.start)
    let marks =
      ["first"] + (isOn ? ["optional"] : []) + [isOn ? "either" : "or"]
      + ["loop 1", "loop 2", "available", "erased"]
    #expect(store.log == marks + marks.map { "sent \($0)" })

    var state = Marks.State()
    let empty: some Reducer<Marks.State, Marks.Action> = CombineReducers {}
    _ = empty.reduce(into: &state, action: .start)
    #expect(state.log.isEmpty)
  }

  @Test(
    "A nil reducer does nothing; CombineReducers and a store's closure combine several into one",
    .tags(.r5))
  func noReducerDoesNothingCombineReducersMakes() {
    var state = Marks.State()
    _ = Optional<Mark>.none.reduce(into: &state, action: .start)
    #expect(state.log.isEmpty)
    _ = Optional(Mark("some")).reduce(into: &state, action: .start)
    #expect(state.log == ["some"])

    let store = Store(initialState: Marks.State()) {
      CombineReducers {
        Mark("a")
        Mark("b")
      }
      .onChange(of: \.log) { _, state in
        state.log.append("changed")
        return .none
      }
      Mark("c")
    }
    store.send(.start)
    #expect(store.log.prefix(4) == ["a", "b", "changed", "c"])
  }

  @Test("Of several overrides of a dependency, the one nearest to the reducer wins", .tags(.r6))
  func ofSeveralOverridesOfADependency() {
    func log(_ reducer: some Reducer<Marks.State, Marks.Action>) -> [String] {
      let store = Store(initialState: Marks.State()) { reducer }
      store.send(.start)
      return store.log
    }
    #expect(log(StepReader()) == ["1"])
    #expect(log(StepReader().dependency(\.step, 42).dependency(\.step, 1729)) == ["42"])
    #expect(
      log(StepReader().transformDependency(\.step) { $0 *= 10 }.dependency(\.step, 4)) == ["40"])
    #expect(
      log(StepReader().dependency(\.step, 4).transformDependency(\.step) { $0 *= 10 }) == ["4"])
  }

  @Test(
    "onChange runs after the base changes the value, and its effects follow the base's", .tags(.r7))
  func onChangeRunsAfterAChange() {
    let reducer = Mark("base").onChange(of: \.log.count) { old, state in
      state.log.append("\(old) to \(state.log.count)")
      return old == 0 ? .send(.mark("change")) : .none
    }
    let store = setup.store(Marks.State(), reducer)
    store.send(.start)
    #expect(
      store.log == [
        "base", "0 to 1", "sent base", "2 to 3", "sent change", "4 to 5",
      ])
    store.send(.stay)
    #expect(store.log.count == 6)
  }
}
