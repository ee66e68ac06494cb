import Backstack

/// A screen with children of every kind: players at its side, a stack, a sheet or an alert. Stages
/// can stand on stages.
@Reducer
struct Stage {
  struct State: Equatable {
    var lead = Player.State()
    var extra = Player.State()
    var path = StackState<Path.State>()
    @Presents var destination: Destination.State?
  }

  enum Action {
    case lead(Player.Action)
    case extra(Player.Action)
    indirect case path(StackActionOf<Path>)
    indirect case destination(PresentationAction<Destination.Action>)
    /// The state is to change as a test says.
    case edit(@Sendable (inout State) -> Void)
    /// An effect of the stage's own begins and ends, with the cancel id that players use.
    case wait, stop
  }

  @Reducer(state: .equatable)
  enum Path {
    case player(Player)
    case stage(Stage)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case player(Player)
    case stage(Stage)
    case alert(AlertState<Player.Action>)
  }

  @Dependency(Script.self) var script

  var body: some ReducerOf<Self> {
    Scope(state: \.lead, action: \.lead) { Player() }
    Scope(state: \.extra, action: \.extra) { Player() }
    Reduce { state, action in
      let effect = script.stage(&state, action)
      switch action {
      case .edit(let change): change(&state)
      case .wait: return .merge(effect, Script.hour().cancellable(id: "wait"))
      case .stop: return .merge(effect, .cancel(id: "wait"))
      case .lead, .extra, .path, .destination: break
      }
      return effect
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
  }
}
