import BackstackPlatform

/// The order of waiting broadcasts: their senders take turns, one broadcast each.
///
/// Each broadcast takes a time of its sender's budget. A sender that is a second ahead of the clock
/// waits, and the others pass it.
struct BroadcastTurns<Broadcast: Sendable>: Sendable {
  private struct Queue: Sendable {
    var waiting = Deque<(number: UInt64, broadcast: Broadcast)>()
    /// When the budget has room for everything that the sender has sent; in the past for most.
    var paid: MonotonicInstant
  }

  /// The time, in nanoseconds, that a sender may be ahead of the clock.
  private static var burst: Int64 { 1_000_000_000 }

  /// The senders with waiting broadcasts, and those that are ahead of the clock. The program's own
  /// broadcasts have no sender.
  private var queues: [SessionID?: Queue] = [:]
  /// The senders with waiting broadcasts; the first one is next, unless it has to wait.
  private var order = Deque<SessionID?>()
  private var lastNumber: UInt64 = 0
  /// The number of waiting broadcasts.
  private(set) var count = 0

  /// Returns a number for ``append(_:numbered:of:now:)``.
  mutating func newNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func append(
    _ broadcast: Broadcast, numbered number: UInt64, of sender: SessionID?, now: MonotonicInstant
  ) {
    if queues.count > 2 * order.count + 64 { forgetPaid(now) }
    count += 1
    queues[sender, default: Queue(paid: now)].waiting.append((number, broadcast))
    if queues[sender]?.waiting.count == 1 { order.append(sender) }
  }

  /// Removes the broadcast with a number; returns `nil` if it does not wait.
  ///
  /// - Complexity: O(the sender's waiting broadcasts).
  mutating func remove(_ number: UInt64, of sender: SessionID?) -> Broadcast? {
    guard let waiting = queues[sender]?.waiting,
      let broadcast = waiting.first(where: { $0.number == number })?.broadcast
    else { return nil }
    count -= 1
    queues[sender]?.waiting.removeAll { $0.number == number }
    if waiting.count == 1 { order.removeAll { $0 == sender } }
    return broadcast
  }

  /// Takes the next broadcast out; `nil` if there is none, or all have to wait.
  ///
  /// - Complexity: O(senders that have to wait).
  mutating func next(now: MonotonicInstant) -> Broadcast? {
    guard let index = order.firstIndex(where: { start(of: $0) <= now }) else { return nil }
    let sender = order[index]
    if index == 0 { order.removeFirst() } else { order.removeAll { $0 == sender } }
    count -= 1
    let next = queues[sender]?.waiting.popFirst()
    if queues[sender]?.waiting.isEmpty == false { order.append(sender) }
    return next?.broadcast
  }

  /// When the next broadcast may begin; `nil` if none waits.
  var nextStart: MonotonicInstant? { order.lazy.map { start(of: $0) }.min() }

  /// Records the time, in nanoseconds, that a broadcast takes of its sender's budget.
  mutating func charge(_ cost: Int64, to sender: SessionID, now: MonotonicInstant) {
    let paid = max(queues[sender]?.paid ?? now, now).later(by: cost)
    queues[sender, default: Queue(paid: paid)].paid = paid
  }

  /// When the next broadcast of a sender may begin.
  private func start(of sender: SessionID?) -> MonotonicInstant {
    queues[sender]?.paid.later(by: -Self.burst) ?? MonotonicInstant(nanoseconds: .min)
  }

  /// Forgets the senders that neither wait nor are ahead of the clock.
  private mutating func forgetPaid(_ now: MonotonicInstant) {
    queues = queues.filter { !$0.value.waiting.isEmpty || $0.value.paid > now }
  }
}
