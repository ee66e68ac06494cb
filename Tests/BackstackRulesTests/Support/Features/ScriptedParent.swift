import Backstack

/// A screen with children of every kind: scoped children, a stack, a sheet or an alert. Parents can
/// contain parents.
@Reducer
struct ScriptedParent {
  struct State: Equatable {
    var lead = ScriptedChild.State()
    var extra = ScriptedChild.State()
    var path = StackState<Path.State>()
    @Presents var destination: Destination.State?
  }

  enum Action {
    case lead(ScriptedChild.Action)
    case extra(ScriptedChild.Action)
    indirect case path(StackActionOf<Path>)
    indirect case destination(PresentationAction<Destination.Action>)
    /// Changes the state with a test's closure.
    case edit(@Sendable (inout State) -> Void)
    /// Starts and cancels an effect of the parent, with the cancel id that children use.
    case wait, stop
  }

  @Reducer(state: .equatable)
  enum Path {
    case child(ScriptedChild)
    case parent(ScriptedParent)
  }

  @Reducer(state: .equatable)
  enum Destination {
    case child(ScriptedChild)
    case parent(ScriptedParent)
    case alert(AlertState<ScriptedChild.Action>)
  }

  @Dependency(EffectScript.self) var script

  var body: some ReducerOf<Self> {
    Scope(state: \.lead, action: \.lead) { ScriptedChild() }
    Scope(state: \.extra, action: \.extra) { ScriptedChild() }
    Reduce { state, action in
      let effect = script.parent(&state, action)
      switch action {
      case .edit(let change): change(&state)
      case .wait: return .merge(effect, EffectScript.hour().cancellable(id: "wait"))
      case .stop: return .merge(effect, .cancel(id: "wait"))
      case .lead, .extra, .path, .destination: break
      }
      return effect
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$destination, action: \.destination)
  }
}
