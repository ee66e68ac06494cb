import Backstack

/// A desk while there is a connection; what it was is kept while there is none.
@Reducer
struct Connection {
  enum State: Equatable {
    case online(Desk.State)
    case offline(Desk.State)
  }

  enum Action: Equatable {
    case online(Desk.Action)
    case lost
    case restored
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch (action, state) {
      case (.lost, .online(let desk)): state = .offline(desk)
      case (.restored, .offline(let desk)): state = .online(desk)
      default: break
      }
      return .none
    }
    .ifCaseLet(\.online, action: \.online) { Desk() }
  }
}
