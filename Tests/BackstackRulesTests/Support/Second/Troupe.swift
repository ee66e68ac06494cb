import Backstack

/// A feature with all that could keep a store's memory: members are in its states and actions, its
/// dependencies and its effects, its alerts, and whoever presents is presented.
@Reducer
struct Troupe {
  struct State {
    var member: Census.Member?
    var path = StackState<State>()
    @Presents var child: State?
    @Presents var alert: AlertState<Button>?
  }

  enum Action {
    indirect case path(StackAction<State, Action>)
    indirect case child(PresentationAction<Action>)
    case alert(PresentationAction<Button>)
    /// A timer begins, an element is pushed, a child and an alert are presented.
    case begin
    case tick(Census.Member)
    case leave
  }

  struct Button: Sendable { let member: Census.Member }

  @Dependency(Company.self) var company
  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  /// Makes members, and is one.
  struct Company: DependencyKey {
    let census: Census
    let member: Census.Member

    init(_ census: Census) {
      self.census = census
      member = Census.Member(census)
    }

    func hire() -> Census.Member { Census.Member(census) }

    static var liveValue: Company { Company(Census()) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin:
        state.path.append(State(member: company.hire()))
        state.child = State(member: company.hire())
        let button = Button(member: company.hire())
        state.alert = AlertState {
          TextState("Leave?")
        } actions: {
          ButtonState(action: .send(button)) { TextState("Leave") }
        }
        return .run { [clock, company, member = company.hire()] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick(company.hire())) }
          withExtendedLifetime(member) {}
        }
        .cancellable(id: "timer")
      case .tick(let member): state.member = member
      case .leave: return .run { _ in await dismiss() }
      case .path, .child, .alert: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Troupe() }
    .ifLet(\.$child, action: \.child) { Troupe() }
    .ifLet(\.$alert, action: \.alert)
  }
}
