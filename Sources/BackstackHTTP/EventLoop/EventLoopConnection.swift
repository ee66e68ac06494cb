import BackstackPlatform
/// A connection's entry in its event loop: the socket, the state machine and the watched events.
final class EventLoopConnection {
  let descriptor: Int32
  /// The slot and a generation, so that late events and responses miss a successor in the same
  /// slot.
  let token: UInt64
  // Sound: only the loop's thread accesses the connection, and code that the connection calls
  // reaches the loop only through its mailbox, so accesses never overlap. Checks would cost 5% of a
  // request.
  @exclusivity(unchecked) var connection: HTTPConnection
  /// The request whose response is not complete yet.
  @exclusivity(unchecked) var exchange: HTTPExchange?
  var watched: Epoll.Events = .readable
  var isOpen = true
  /// When the loop's timers next check the connection; never after its deadline.
  var lookAt = MonotonicInstant.never
  /// Whether the socket's unsent bytes are limited.
  var limitsUnsent = false

  init(descriptor: Int32, token: UInt64, connection: consuming HTTPConnection) {
    self.descriptor = descriptor
    self.token = token
    self.connection = connection
  }

  var slot: Int { Int(token & 0xFFFF_FFFF) }
}
