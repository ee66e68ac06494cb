import Backstack

/// A feature with everything that could leak a store's memory: instances in its states, actions,
/// dependencies, effects and alerts, and presentations within presentations.
@Reducer
struct InstanceHolder {
  struct State {
    var instance: InstanceCounter.Instance?
    var path = StackState<State>()
    @Presents var child: State?
    @Presents var alert: AlertState<Button>?
  }

  enum Action {
    indirect case path(StackAction<State, Action>)
    indirect case child(PresentationAction<Action>)
    case alert(PresentationAction<Button>)
    /// Starts a timer, pushes an element, and presents a child and an alert.
    case begin
    case tick(InstanceCounter.Instance)
    case leave
  }

  struct Button: Sendable { let instance: InstanceCounter.Instance }

  @Dependency(InstanceMaker.self) var maker
  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  /// Creates instances, and contains one.
  struct InstanceMaker: DependencyKey {
    let counter: InstanceCounter
    let instance: InstanceCounter.Instance

    init(_ counter: InstanceCounter) {
      self.counter = counter
      instance = InstanceCounter.Instance(counter)
    }

    func make() -> InstanceCounter.Instance { InstanceCounter.Instance(counter) }

    static var liveValue: InstanceMaker { InstanceMaker(InstanceCounter()) }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin:
        state.path.append(State(instance: maker.make()))
        state.child = State(instance: maker.make())
        let button = Button(instance: maker.make())
        state.alert = AlertState {
          TextState("Leave?")
        } actions: {
          ButtonState(action: .send(button)) { TextState("Leave") }
        }
        return .run { [clock, maker, instance = maker.make()] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick(maker.make())) }
          withExtendedLifetime(instance) {}
        }
        .cancellable(id: "timer")
      case .tick(let instance): state.instance = instance
      case .leave: return .run { _ in await dismiss() }
      case .path, .child, .alert: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { InstanceHolder() }
    .ifLet(\.$child, action: \.child) { InstanceHolder() }
    .ifLet(\.$alert, action: \.alert)
  }
}
