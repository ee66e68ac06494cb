import BackstackPlatform

/// The queue in which sessions and requests wait for a permit to write to the storage, which takes
/// a limited number of writes at a time.
///
/// Each member waits in it once, however much it has to write, so that the queue is never longer
/// than the number of sessions and requests. Members that a client waits for come before effects,
/// but some writes of effects are always done in between. Within a priority it is first come, first
/// served.
///
/// - Complexity: Everything is O(1), amortized.
struct WriteQueue<Member: Hashable & Sendable>: Sendable {
  private struct Ticket: Sendable {
    var priority: WritePriority
    /// Distinguishes the ticket from earlier ones of the member.
    var number: UInt64
  }

  let limits: WriteLimits
  private var tickets: [Member: Ticket] = [:]
  private var clients = Queue()
  private var effects = Queue()
  private var lastNumber: UInt64 = 0
  /// The writes in flight.
  private var clientLoad = Load()
  private var effectLoad = Load()
  /// The maximum number of writes in flight; fewer than ``limits`` allow once the storage has
  /// refused one.
  private var ceiling: Int
  /// The number of clients that got a permit in a row while an effect could have got one.
  private var clientsInARow = 0

  init(limits: WriteLimits = WriteLimits()) {
    self.limits = limits
    ceiling = limits.clientWrites + limits.effectWrites
  }

  // MARK: Waiting

  /// Asks for a permit. A member that waits among the effects moves to the clients if it asks for
  /// one of theirs.
  ///
  /// - Returns: The permit, if it is granted immediately. Otherwise the member waits for
  ///   ``next()``.
  mutating func enter(_ member: Member, for priority: WritePriority) -> WritePermit? {
    // Usually the queue is empty, and not even the hash is needed.
    if !tickets.isEmpty, let ticket = tickets[member] {
      guard priority == .client, ticket.priority == .effect else { return nil }
      tickets[member] = nil
      effects.leave()
      forgetLeftTickets()
    }
    let isNext =
      switch priority {
      case .client: clients.isEmpty && !isTurnOfEffect
      case .effect: effects.isEmpty && (clients.isEmpty || !hasRoom(for: .client))
      }
    if isNext, hasRoom(for: priority) { return begin(priority) }
    append(member, priority)
    return nil
  }

  /// Removes the next member from the queue, and begins its permit.
  mutating func next() -> (member: Member, permit: WritePermit)? {
    let priority: WritePriority
    if !clients.isEmpty, hasRoom(for: .client), !isTurnOfEffect {
      priority = .client
    } else if !effects.isEmpty, hasRoom(for: .effect) {
      priority = .effect
    } else {
      return nil
    }
    while let (member, number) = self[priority].popFirst() {
      guard tickets[member]?.number == number else { continue }
      tickets[member] = nil
      self[priority].leave()
      return (member, begin(priority))
    }
    preconditionFailure("The count exceeds the members that wait.")
  }

  /// Whether ``next()`` returns a permit.
  var hasNext: Bool {
    !clients.isEmpty && hasRoom(for: .client) || !effects.isEmpty && hasRoom(for: .effect)
  }

  /// Returns the number of members that wait.
  func waitingCount(for priority: WritePriority) -> Int { self[priority].count }

  /// The number of tickets in memory, including those that members have left.
  var storedCount: Int { clients.storedCount + effects.storedCount }

  /// Whether requests that have not changed anything yet are refused.
  var isFull: Bool { clients.count >= limits.waitingClients }

  // MARK: Turns

  /// Records the size of a write in bytes.
  mutating func note(_ bytes: Int, in permit: inout WritePermit) {
    self[load: permit.priority].bytes += bytes - permit.bytes
    permit.bytes = bytes
  }

  /// Records that a write is done, or that there was nothing to write.
  mutating func finish(_ permit: WritePermit) {
    let limit = limits.clientWrites + limits.effectWrites
    if ceiling < limit { ceiling += 1 }
    end(permit)
  }

  /// Records that the storage refused a write: its member waits again, before others, and the
  /// storage gets fewer writes at a time until it has done some.
  ///
  /// - Returns: Whether the caller has to call ``tryAgain()`` after a while, as no write is in
  ///   flight whose end would show that the storage works again.
  mutating func refuse(_ member: Member, _ permit: WritePermit) -> Bool {
    end(permit)
    let count = clientLoad.count + effectLoad.count
    ceiling = count
    if tickets[member] == nil {
      lastNumber += 1
      tickets[member] = Ticket(priority: permit.priority, number: lastNumber)
      self[permit.priority].prepend(member, lastNumber)
    }
    return count == 0
  }

  /// Allows one write again after the storage has refused all.
  mutating func tryAgain() { ceiling = max(1, ceiling) }

  private mutating func end(_ permit: WritePermit) {
    self[load: permit.priority].count -= 1
    self[load: permit.priority].bytes -= permit.bytes
  }

  private mutating func begin(_ priority: WritePriority) -> WritePermit {
    if priority == .effect || effects.isEmpty {
      clientsInARow = 0
    } else if hasRoom(for: .effect) {
      clientsInARow += 1
    }
    self[load: priority].count += 1
    return WritePermit(priority: priority)
  }

  private mutating func append(_ member: Member, _ priority: WritePriority) {
    lastNumber += 1
    tickets[member] = Ticket(priority: priority, number: lastNumber)
    self[priority].append(member, lastNumber)
  }

  /// Removes the tickets that members have left among the effects, once they are the majority.
  private mutating func forgetLeftTickets() {
    guard effects.storedCount > 2 * effects.count + 64 else { return }
    let tickets = tickets
    effects.removeAll { member, number in tickets[member]?.number != number }
  }

  /// Whether so many clients got a permit in a row that an effect is next.
  private var isTurnOfEffect: Bool {
    clientsInARow >= limits.clientsPerEffect && !effects.isEmpty && hasRoom(for: .effect)
  }

  private func hasRoom(for priority: WritePriority) -> Bool {
    guard clientLoad.count + effectLoad.count < ceiling else { return false }
    let load = priority == .client ? clientLoad : effectLoad
    let limit = priority == .client ? limits.clientWrites : limits.effectWrites
    return load.count < limit && load.bytes < limits.bytes
  }

  private subscript(priority: WritePriority) -> Queue {
    get { priority == .client ? clients : effects }
    _modify {
      if priority == .client { yield &clients } else { yield &effects }
    }
  }

  private subscript(load priority: WritePriority) -> Load {
    get { priority == .client ? clientLoad : effectLoad }
    _modify {
      if priority == .client { yield &clientLoad } else { yield &effectLoad }
    }
  }

  private struct Load: Sendable {
    var count = 0
    var bytes = 0
  }

  /// The members that wait with one priority, and tickets that members have left.
  private struct Queue: Sendable {
    private var entries = Deque<(member: Member, number: UInt64)>()
    /// The number of members that wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var storedCount: Int { entries.count }

    mutating func append(_ member: Member, _ number: UInt64) {
      count += 1
      entries.append((member, number))
    }

    mutating func prepend(_ member: Member, _ number: UInt64) {
      count += 1
      entries.prepend((member, number))
    }

    /// Records that a member does not wait any more.
    mutating func leave() { count -= 1 }

    mutating func popFirst() -> (member: Member, number: UInt64)? { entries.popFirst() }

    mutating func removeAll(where isGone: (Member, UInt64) -> Bool) {
      entries.removeAll { isGone($0.member, $0.number) }
    }
  }
}

/// The reason for a write.
package enum WritePriority: Sendable {
  /// A client waits for it.
  case client
  /// No client waits for it: an effect has changed something, or time has passed.
  case effect
}

/// The right to submit one write to the storage.
struct WritePermit: Sendable {
  let priority: WritePriority
  /// The size of the write in bytes, as far as it was recorded.
  fileprivate(set) var bytes = 0

  fileprivate init(priority: WritePriority) { self.priority = priority }
}

/// The limits for writes in flight and for waiting clients.
struct WriteLimits: Sendable {
  /// The maximum number of writes that clients wait for, at least 1.
  var clientWrites = 3072
  /// The maximum number of other writes, at least 1: about as many as share a commit, since a
  /// client's write waits for that long.
  var effectWrites = 1024
  /// The size, in bytes, of the writes of one priority beyond which no other is added.
  var bytes = 32 << 20
  /// The number of clients' writes after which one of an effect is done, if the storage takes so
  /// few.
  var clientsPerEffect = 8
  /// The maximum number of clients that wait for a permit; beyond it, requests that need the
  /// storage before they can change anything are refused.
  var waitingClients = 10_000
}
