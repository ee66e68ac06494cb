import Foundation

extension Conversation {
  /// How a session begins.
  enum Opening: Sendable {
    /// `content` is the JSON that creates it; a creation with the same key runs once.
    case create(content: Data, key: String)
    /// `feature` is the one that the session has to be of, if the program knows.
    case resume(id: String, feature: String?)
  }

  /// A request before the shell has added the server and the key.
  struct Call: Equatable, Sendable {
    var method = "GET"
    var path: String
    var fields: [String: String] = [:]
    var content: Data?
    /// Whether the stream may come by a socket: each message as an event that has nothing but `data`.
    /// Actions may go by it then, with the numbers of their calls as ids.
    var isSocket = false
  }

  /// Actions that the program wants to send.
  struct Outgoing: Sendable {
    /// An action, or an array of them, as JSON.
    var content: Data
    /// Whether the actions make sense for a state; they are sent for no other state.
    var isWanted: (@Sendable (JSONValue) -> Bool)?
    /// Of waiting actions of one field, only the last is sent.
    var field: String?
    /// The idempotency key of actions that several clients send, and that take effect once.
    var key: String?
  }

  /// An event of a conversation.
  enum Event: Sendable {
    case open(Opening)
    case send(Int, Outgoing)
    case end(Int)
    case received(Int, RemoteResponsePart)
    /// The response is complete, or the connection failed for a reason.
    case finished(Int, failure: String?)
    case fired(Timer)
    case hidden
    case shown
    /// The program ends the conversation.
    case fail(RemoteError)
  }

  /// The next step of the shell.
  enum Step: Sendable {
    case call(Int, Call)
    case cancel(Int)
    /// Starts a timer again if it runs already.
    case start(Timer, after: Duration)
    case stop(Timer)
    case show(SessionDocument)
    case tell(RemoteStatus)
    case opened
    case failedToOpen(RemoteError)
    /// The outcome of a request of the program, with its number.
    case settle(Int, Result<RemoteOutcome, RemoteError>)
  }

  enum Timer: Hashable, Sendable {
    /// A request has no response for too long.
    case limit(Int)
    /// A request is sent again.
    case retry(Int)
    /// The stream is silent for too long.
    case silence
    /// The stream is opened, or the session read, again.
    case reconnect
    /// The program is told that the connection is lost.
    case status
    /// The session is read, which keeps it alive.
    case life
  }
}
