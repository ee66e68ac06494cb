package import Backstack
import BackstackCasePaths
import BackstackSessions

/// People in rooms, who read what each of them says.
@Reducer
package struct Talk {
  @ObservableState
  package struct State: Codable, Sendable, Equatable {
    package var room = ""
    package var messages: [String] = []
    /// The number of sessions that got the last message.
    package var reached = 0
    @Presents package var topic: Topic.State?

    package init(room: String = "") { self.room = room }

    package init?(link: String) {
      guard link.hasPrefix("/rooms/") else { return nil }
      room = String(link.dropFirst("/rooms/".count))
    }
  }

  @CasePathable
  package enum Action: Codable, Sendable, Equatable {
    case say(String)
    @ServerOnly case started
    @ServerOnly case received(String)
    @ServerOnly case delivered(Int)
    /// Sends the same action to the second session, with both ids exchanged.
    case pingPong(from: String, to: String)
    /// Starts effects that wait.
    @ServerOnly case waitAll(Int)
    case topic(PresentationAction<Topic.Action>)
  }

  @Dependency(\.sessions) var sessions

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .say(let text):
        return .run { [room = state.room] send in
          let count = try await sessions.broadcast(Action.received(text), to: "chat") {
            (state: State) in state.room == room
          }
          await send(.delivered(count))
        }
      case .started:
        state.messages.append("Welcome to \(state.room)")
        return .none
      case .received(let text):
        state.messages.append(text)
        return .none
      case .delivered(let count):
        state.reached = count
        return .none
      case .pingPong(from: let own, to: let other):
        return .run { _ in
          try await sessions.send(Action.pingPong(from: other, to: own), to: other)
        } catch: { error, send in
          await send(.received("\(error)"))
        }
      case .waitAll(let count):
        return .merge((0..<count).map { _ in .run { _ in try await Task.never() } })
      case .topic: return .none
      }
    }
    .ifLet(\.$topic, action: \.topic) { Topic() }
  }
}

/// What a room talks about.
@Reducer
package struct Topic {
  @ObservableState
  package struct State: Codable, Sendable, Equatable { package var title = "" }
  @CasePathable
  package enum Action: Codable, Sendable, Equatable { case rename(String) }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let title) = action { state.title = title }
      return .none
    }
  }
}
