/// A connection's place in its event loop: the socket, the state machine and what epoll was told.
final class EventLoopConnection {
  let descriptor: Int32
  /// The slot and a generation, so that late events and answers miss a successor in the same slot.
  let token: UInt64
  var connection: HTTPConnection
  /// The request whose answer is yet to come.
  var exchange = HTTPExchange()
  var watched: Epoll.Events = .readable
  var isOpen = true

  init(descriptor: Int32, token: UInt64, connection: consuming HTTPConnection) {
    self.descriptor = descriptor
    self.token = token
    self.connection = connection
  }

  func takeExchange() -> HTTPExchange {
    defer { exchange = HTTPExchange() }
    return exchange
  }

  var slot: Int { Int(token & 0xFFFF_FFFF) }
}
