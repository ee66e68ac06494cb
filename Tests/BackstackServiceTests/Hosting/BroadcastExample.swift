// example begins
import Backstack
import BackstackHost
import Synchronization

/// What was said in each room, for as long as the program runs; a larger program has a database.
final class Messages: DependencyKey, Sendable {
  static let liveValue = Messages()
  static var testValue: Messages { Messages() }

  private let rooms = Mutex<[String: [String]]>([:])

  func append(_ text: String, to room: String) {
    rooms.withLock { $0[room, default: []].append(text) }
  }

  /// Returns the latest messages of a room.
  func latest(in room: String) -> [String] {
    rooms.withLock { Array($0[room, default: []].suffix(100)) }
  }
}

@Reducer
struct Chat {
  struct State: Codable, Sendable {
    var room = "lobby"
    var messages: [String] = []
  }

  enum Action: Codable, Sendable {
    case say(String)
    @ServerOnly case messagesChanged
  }

  @Dependency(Messages.self) var messages
  @Dependency(\.sessions) var sessions

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .say(let text):
        return .run { [room = state.room] _ in
          messages.append(text, to: room)
          try await sessions.broadcast(Action.messagesChanged, to: "chat") { (state: State) in
            state.room == room
          }
        }
      case .messagesChanged:
        state.messages = messages.latest(in: state.room)
        return .none
      }
    }
  }
}

/// Tells everyone in a room, for example because a webhook was called.
func announce(
  _ text: String, in room: String, of messages: Messages, on server: BackstackServer
) async throws -> Int {
  messages.append(text, to: room)
  return try await server.broadcast(Chat.Action.messagesChanged, to: "chat") {
    (state: Chat.State) in state.room == room
  }
}

struct ChatHost: BackstackHost {
  static var features: [Feature] {
    [
      // A session reads what was said before it began, and while it was passive.
      Feature(
        "chat", initialState: Chat.State(), startAction: .messagesChanged,
        resumeAction: .messagesChanged
      ) {
        Chat()
      }
    ]
  }
}
// example ends
