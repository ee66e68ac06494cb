import Backstack
import Testing

/// A feature with twenty presentations, which must compile quickly.
private struct ManyPresentations: Reducer {
  struct State: Equatable, Sendable {
    @Presents var child0: Counter.State?
    @Presents var child1: Counter.State?
    @Presents var child2: Counter.State?
    @Presents var child3: Counter.State?
    @Presents var child4: Counter.State?
    @Presents var child5: Counter.State?
    @Presents var child6: Counter.State?
    @Presents var child7: Counter.State?
    @Presents var child8: Counter.State?
    @Presents var child9: Counter.State?
    @Presents var child10: Counter.State?
    @Presents var child11: Counter.State?
    @Presents var child12: Counter.State?
    @Presents var child13: Counter.State?
    @Presents var child14: Counter.State?
    @Presents var child15: Counter.State?
    @Presents var child16: Counter.State?
    @Presents var child17: Counter.State?
    @Presents var child18: Counter.State?
    @Presents var child19: Counter.State?
  }

  @CasePathable
  enum Action: Sendable {
    case child0(PresentationAction<Counter.Action>)
    case child1(PresentationAction<Counter.Action>)
    case child2(PresentationAction<Counter.Action>)
    case child3(PresentationAction<Counter.Action>)
    case child4(PresentationAction<Counter.Action>)
    case child5(PresentationAction<Counter.Action>)
    case child6(PresentationAction<Counter.Action>)
    case child7(PresentationAction<Counter.Action>)
    case child8(PresentationAction<Counter.Action>)
    case child9(PresentationAction<Counter.Action>)
    case child10(PresentationAction<Counter.Action>)
    case child11(PresentationAction<Counter.Action>)
    case child12(PresentationAction<Counter.Action>)
    case child13(PresentationAction<Counter.Action>)
    case child14(PresentationAction<Counter.Action>)
    case child15(PresentationAction<Counter.Action>)
    case child16(PresentationAction<Counter.Action>)
    case child17(PresentationAction<Counter.Action>)
    case child18(PresentationAction<Counter.Action>)
    case child19(PresentationAction<Counter.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .ifLet(\.$child0, action: \.child0) { Counter() }
      .ifLet(\.$child1, action: \.child1) { Counter() }
      .ifLet(\.$child2, action: \.child2) { Counter() }
      .ifLet(\.$child3, action: \.child3) { Counter() }
      .ifLet(\.$child4, action: \.child4) { Counter() }
      .ifLet(\.$child5, action: \.child5) { Counter() }
      .ifLet(\.$child6, action: \.child6) { Counter() }
      .ifLet(\.$child7, action: \.child7) { Counter() }
      .ifLet(\.$child8, action: \.child8) { Counter() }
      .ifLet(\.$child9, action: \.child9) { Counter() }
      .ifLet(\.$child10, action: \.child10) { Counter() }
      .ifLet(\.$child11, action: \.child11) { Counter() }
      .ifLet(\.$child12, action: \.child12) { Counter() }
      .ifLet(\.$child13, action: \.child13) { Counter() }
      .ifLet(\.$child14, action: \.child14) { Counter() }
      .ifLet(\.$child15, action: \.child15) { Counter() }
      .ifLet(\.$child16, action: \.child16) { Counter() }
      .ifLet(\.$child17, action: \.child17) { Counter() }
      .ifLet(\.$child18, action: \.child18) { Counter() }
      .ifLet(\.$child19, action: \.child19) { Counter() }
  }
}

/// The same with other operators in between: here the first reducer names its types.
private struct ManyChildren: Reducer {
  struct State: Equatable, Sendable {
    @Presents var child0: Counter.State?
    var child1: Counter.State?
    var child2: IdentifiedArrayOf<Counter.State> = []
    var child3 = StackState<Counter.State>()
    @Presents var child4: Counter.State?
    var child5: Counter.State?
    var child6: IdentifiedArrayOf<Counter.State> = []
    var child7 = StackState<Counter.State>()
    @Presents var child8: Counter.State?
    var child9: Counter.State?
    var child10: IdentifiedArrayOf<Counter.State> = []
    var child11 = StackState<Counter.State>()
    @Presents var child12: Counter.State?
    var child13: Counter.State?
    var child14: IdentifiedArrayOf<Counter.State> = []
    var child15 = StackState<Counter.State>()
    @Presents var child16: Counter.State?
    var child17: Counter.State?
    var child18: IdentifiedArrayOf<Counter.State> = []
    var child19 = StackState<Counter.State>()
  }

  @CasePathable
  enum Action: Sendable {
    case child0(PresentationAction<Counter.Action>)
    case child1(Counter.Action)
    case child2(IdentifiedActionOf<Counter>)
    case child3(StackActionOf<Counter>)
    case child4(PresentationAction<Counter.Action>)
    case child5(Counter.Action)
    case child6(IdentifiedActionOf<Counter>)
    case child7(StackActionOf<Counter>)
    case child8(PresentationAction<Counter.Action>)
    case child9(Counter.Action)
    case child10(IdentifiedActionOf<Counter>)
    case child11(StackActionOf<Counter>)
    case child12(PresentationAction<Counter.Action>)
    case child13(Counter.Action)
    case child14(IdentifiedActionOf<Counter>)
    case child15(StackActionOf<Counter>)
    case child16(PresentationAction<Counter.Action>)
    case child17(Counter.Action)
    case child18(IdentifiedActionOf<Counter>)
    case child19(StackActionOf<Counter>)
  }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { _, _ in .none }
      .ifLet(\.$child0, action: \.child0) { Counter() }
      .ifLet(\.child1, action: \.child1) { Counter() }
      .forEach(\.child2, action: \.child2) { Counter() }
      .forEach(\.child3, action: \.child3) { Counter() }
      .ifLet(\.$child4, action: \.child4) { Counter() }
      .ifLet(\.child5, action: \.child5) { Counter() }
      .forEach(\.child6, action: \.child6) { Counter() }
      .forEach(\.child7, action: \.child7) { Counter() }
      .ifLet(\.$child8, action: \.child8) { Counter() }
      .ifLet(\.child9, action: \.child9) { Counter() }
      .forEach(\.child10, action: \.child10) { Counter() }
      .forEach(\.child11, action: \.child11) { Counter() }
      .ifLet(\.$child12, action: \.child12) { Counter() }
      .ifLet(\.child13, action: \.child13) { Counter() }
      .forEach(\.child14, action: \.child14) { Counter() }
      .forEach(\.child15, action: \.child15) { Counter() }
      .ifLet(\.$child16, action: \.child16) { Counter() }
      .ifLet(\.child17, action: \.child17) { Counter() }
      .forEach(\.child18, action: \.child18) { Counter() }
      .forEach(\.child19, action: \.child19) { Counter() }
  }
}

@Suite("Many operators on one reducer")
struct ManyOperatorsTests {
  @Test("A reducer with twenty operators compiles and works")
  func twenty() {
    let presentations = Store(
      initialState: ManyPresentations.State(child19: Counter.State())
    ) { ManyPresentations() }
    presentations.send(.child19(.presented(.increment)))
    #expect(presentations.child19?.count == 1)

    let children = Store(
      initialState: ManyChildren.State(child18: [Counter.State(id: 7)])
    ) { ManyChildren() }
    children.send(.child18(.element(id: 7, action: .increment)))
    #expect(children.child18[id: 7]?.count == 1)
  }
}
