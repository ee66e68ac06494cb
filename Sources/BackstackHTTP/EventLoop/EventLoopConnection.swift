import BackstackPlatform

/// A connection's entry in its event loop: the socket, the state machine and the watched events.
final class EventLoopConnection {
  let descriptor: Int32
  /// The slot and a generation, so that late events and responses miss a successor in the same
  /// slot.
  let token: UInt64
  // Sound: only the loop's thread accesses the connection, and code that the connection calls
  // reaches the loop only through its mailbox, so accesses never overlap.
  var connection: HTTPConnection
  /// The request whose response is not complete yet.
  var exchange: HTTPExchange?
  var watched: PollerEvents = .readable
  var isOpen = true
  /// When the loop's timers next check the connection; never after its deadline.
  var lookAt = MonotonicInstant.never
  /// The entry among the loop's unfinished exchanges.
  var unfinished = UnfinishedExchanges.Entry()
  /// Whether the socket's unsent bytes are limited.
  var limitsUnsent = false

  init(descriptor: Int32, token: UInt64, connection: consuming HTTPConnection) {
    self.descriptor = descriptor
    self.token = token
    self.connection = connection
  }

  var slot: Int { Int(token & 0xFFFF_FFFF) }
}

/// The open connections of one event loop, each in a slot that is used again.
struct EventLoopConnections {
  private var slots: [EventLoopConnection?] = []
  private var freeSlots: [Int] = []
  private var nextGeneration: UInt32 = 1
  /// The number of connections.
  private(set) var count = 0

  /// Returns the token for a new connection; give it to ``insert(_:)`` or ``release(_:)``.
  mutating func makeToken() -> UInt64 {
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = slots.count
      slots.append(nil)
    }
    defer { nextGeneration = nextGeneration == .max ? 1 : nextGeneration + 1 }
    return UInt64(nextGeneration) << 32 | UInt64(slot)
  }

  mutating func release(_ token: UInt64) { freeSlots.append(Int(token & 0xFFFF_FFFF)) }

  mutating func insert(_ entry: EventLoopConnection) {
    slots[entry.slot] = entry
    count += 1
  }

  mutating func remove(_ entry: EventLoopConnection) {
    slots[entry.slot] = nil
    freeSlots.append(entry.slot)
    count -= 1
  }

  /// Returns the connection with this token, unless it is closed.
  func connection(_ token: UInt64) -> EventLoopConnection? {
    let slot = Int(token & 0xFFFF_FFFF)
    guard slot < slots.count, let entry = slots[slot], entry.token == token else { return nil }
    return entry
  }

  /// Returns the connection in a slot.
  func connection(inSlot slot: Int) -> EventLoopConnection? { slots[slot] }

  /// All connections; those that are served in the meantime may close each other.
  var all: [EventLoopConnection] { slots.compactMap(\.self) }
}
