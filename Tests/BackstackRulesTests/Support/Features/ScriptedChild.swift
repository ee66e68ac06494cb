import Backstack

/// A screen whose effects come from a test's script.
@Reducer
struct ScriptedChild {
  struct State: Equatable, Identifiable {
    var id = 0
    var notes: [Int] = []
  }

  enum Action: Equatable {
    /// Runs the script's effect of this name.
    case play(String)
    /// Appends a number that an effect has sent.
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
