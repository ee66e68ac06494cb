import Backstack

/// A screen whose effects are those that a test's script gives it.
@Reducer
struct ScriptedChild {
  struct State: Equatable, Identifiable {
    var id = 0
    var notes: [Int] = []
  }

  enum Action: Equatable {
    /// The script's effect of a name is to run.
    case play(String)
    /// An effect has sent a number.
    case note(Int)
  }

  @Dependency(EffectScript.self) var script

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .play(let name): return script.child(name)
      case .note(let number):
        state.notes.append(number)
        return .none
      }
    }
  }
}
