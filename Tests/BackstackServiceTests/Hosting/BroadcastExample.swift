import Backstack
import BackstackService

// example begins
@Reducer
struct Chat {
  struct State: Codable, Sendable {
    var room = "lobby"
    var messages: [String] = []
  }

  enum Action: Codable, Sendable {
    case say(String)
    @ServerOnly case received(String)
  }

  @Dependency(\.sessions) var sessions

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .say(let text):
        return .run { [room = state.room] _ in
          try await sessions.broadcast(Action.received(text), to: "chat") { (state: State) in
            state.room == room
          }
        }
      case .received(let text):
        state.messages.append(text)
        return .none
      }
    }
  }
}

/// Tells everyone in a room, for example because a webhook was called.
func announce(_ text: String, in room: String, on server: BackstackServer) async throws -> Int {
  try await server.broadcast(Chat.Action.received(text), to: "chat") { (state: Chat.State) in
    state.room == room
  }
}
// example ends
