import Backstack

/// A feature whose state may have a number that JSON cannot express.
@Reducer
struct Unencodable {
  struct State: Codable, Sendable { var number = 0.0 }
  enum Action: Codable, Sendable { case breakButtonTapped, repairButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.number = action == .breakButtonTapped ? .nan : 1
      return .none
    }
  }
}
