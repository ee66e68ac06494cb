import Backstack

/// The guestbook of docs/hosting.md, without its welcome.
@Reducer
struct Guestbook {
  struct State: Codable, Sendable { var names: [String] = [] }
  enum Action: Codable, Sendable { case sign(name: String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .sign(let name) = action else { return .none }
      state.names.append(name)
      return .none
    }
  }
}
