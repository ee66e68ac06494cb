// example begins
import Backstack
import BackstackService

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

func serve() throws {
  let guestbook = Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }
  let server = BackstackServer(features: [guestbook])
  try server.start()
  print("The guestbook is open at http://127.0.0.1:\(server.localPort ?? 0)")
  server.runUntilSignal()
}
// example ends
