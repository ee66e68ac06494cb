// example begins
import Backstack
import BackstackHost

@Reducer
struct Guestbook {
  struct State: Codable, Sendable {
    var names: [String] = []
    @Presents var welcome: AlertState<Never>?
  }

  enum Action: Codable, Sendable {
    case sign(name: String)
    case welcome(PresentationAction<Never>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .sign(let name) = action else { return .none }
      state.names.append(name)
      state.welcome = AlertState { TextState("Welcome, \(name)!") }
      return .none
    }
    .ifLet(\.$welcome, action: \.welcome)
  }
}

struct GuestbookHost: BackstackHost {
  static var features: [Feature] {
    [Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }]
  }
}
// example ends
