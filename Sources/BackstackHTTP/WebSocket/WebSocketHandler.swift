/// The server's use of one WebSocket: it gets the client's messages and makes those for the client.
///
/// The connection asks for messages when it has room, so a client that reads slowly makes no queue
/// grow: the handler decides what to send when it can be sent.
///
/// The server calls all methods on one event loop's thread, which serves other connections too, so
/// none may wait. It calls ``start(_:)`` first and ``finish(_:)`` last, each once, or only
/// ``finish(_:)`` if the connection could not be switched.
public protocol WebSocketHandler: AnyObject, Sendable {
  /// The number of bytes of messages that wait here, which count as memory of the connection:
  /// see ``HTTPServerConfiguration/maximumUnfinishedBytes``. 0 by default.
  var bufferedBytes: Int { get }

  /// Begins. The waker, which may be woken from any thread, makes the server ask for messages again.
  func start(_ waker: HTTPStreamWaker)

  /// Receives a message of the client. Afterwards the server asks for messages again.
  func receive(_ message: WebSocketMessage)

  /// Returns what to send next. Called when there is room, and again until it is `waiting`.
  func next() -> WebSocketAction

  /// Notes that the server drains: the handler should soon close, with
  /// ``WebSocketCloseCode/goingAway``. It is asked for messages afterwards.
  func drain()

  /// Ends the use; the handler is not called again.
  ///
  /// - Parameter reason: That of the side that closed first, ``WebSocketCloseCode/abnormal`` if the
  ///   connection ended without a close.
  func finish(_ reason: WebSocketClose)
}

extension WebSocketHandler {
  public var bufferedBytes: Int { 0 }
}

/// The next action of a handler.
public enum WebSocketAction: Sendable {
  case send(WebSocketMessage)
  /// Send a text made of several parts of UTF-8, which are not copied before they are sent, so that
  /// many connections may send the same ones.
  case sendText([ArraySlice<UInt8>])
  /// Nothing now: the handler is asked again after a message or ``HTTPStreamWaker/wake()``.
  case waiting
  /// Close, with a code that may be sent; the handler is not asked again.
  case close(WebSocketClose)
  /// Break the connection, as when the server ends; the handler is not asked again.
  case abort
}
