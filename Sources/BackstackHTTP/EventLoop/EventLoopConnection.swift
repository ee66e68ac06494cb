/// A connection's place in its event loop: the socket, the state machine and what epoll was told.
final class EventLoopConnection {
  let descriptor: Int32
  /// The slot and a generation, so that late events and answers miss a successor in the same slot.
  let token: UInt64
  // Sound: only the loop's thread has the connection, and what the connection calls reaches the loop
  // through its mailbox alone, so no two accesses overlap; checking each costs 5% of a request.
  @exclusivity(unchecked) var connection: HTTPConnection
  /// The request whose answer is yet to come, or to end.
  @exclusivity(unchecked) var exchange: HTTPExchange?
  var watched: Epoll.Events = .readable
  var isOpen = true
  /// When the loop's timers look at the connection: not after its deadline.
  var lookAt = MonotonicInstant.never
  /// Whether the system was told to hold little of what is not sent yet.
  var limitsUnsent = false

  init(descriptor: Int32, token: UInt64, connection: consuming HTTPConnection) {
    self.descriptor = descriptor
    self.token = token
    self.connection = connection
  }

  var slot: Int { Int(token & 0xFFFF_FFFF) }
}
