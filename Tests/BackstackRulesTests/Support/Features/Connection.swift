import Backstack

/// A desk that is mounted while there is a connection; its state is kept without one, too.
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
