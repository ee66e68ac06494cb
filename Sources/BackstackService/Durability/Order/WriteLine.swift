/// The order in which sessions and requests come to the storage, which does some writes at a time.
///
/// Each stands in it once, however much it has to write, so that it is never longer than there are
/// sessions and requests. Those whom a client waits for come before effects, of whose writes some are
/// done all the same. Within a priority it is first come, first served.
///
/// - Complexity: Everything is O(1), amortized.
struct WriteLine<Member: Hashable & Sendable>: Sendable {
  private struct Place: Sendable {
    var priority: WritePriority
    /// Tells the place from earlier ones of the member.
    var number: UInt64
  }

  let limits: WriteLimits
  private var places: [Member: Place] = [:]
  private var clients = Queue()
  private var effects = Queue()
  private var lastNumber: UInt64 = 0
  /// The writes that the storage has been given and that are not done.
  private var clientLoad = Load()
  private var effectLoad = Load()
  /// How many writes the storage takes; fewer than ``limits`` say once it has refused one.
  private var ceiling: Int
  /// How many clients had their turn while an effect could have had it.
  private var clientsInARow = 0

  init(limits: WriteLimits = WriteLimits()) {
    self.limits = limits
    ceiling = limits.clientWrites + limits.effectWrites
  }

  // MARK: Standing in line

  /// Asks for a turn; a client that asks for one that waits for effects has it come earlier.
  ///
  /// - Returns: The turn, if it is there at once. Otherwise the member waits for ``next()``.
  mutating func enter(_ member: Member, for priority: WritePriority) -> WriteTurn? {
    // Mostly nobody is there: not even the hash is needed.
    if !places.isEmpty, let place = places[member] {
      guard priority == .client, place.priority == .effect else { return nil }
      places[member] = nil
      effects.leave()
      forgetLeftPlaces()
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

  /// Has the member that waits longest, of those who come first, have its turn.
  mutating func next() -> (member: Member, turn: WriteTurn)? {
    let priority: WritePriority
    if !clients.isEmpty, hasRoom(for: .client), !isTurnOfEffect {
      priority = .client
    } else if !effects.isEmpty, hasRoom(for: .effect) {
      priority = .effect
    } else {
      return nil
    }
    while let (member, number) = self[priority].popFirst() {
      guard places[member]?.number == number else { continue }
      places[member] = nil
      self[priority].leave()
      return (member, begin(priority))
    }
    preconditionFailure("A line counts those who wait.")
  }

  /// Whether ``next()`` gives anything.
  var hasNext: Bool {
    !clients.isEmpty && hasRoom(for: .client) || !effects.isEmpty && hasRoom(for: .effect)
  }

  /// How many wait.
  func waitingCount(for priority: WritePriority) -> Int { self[priority].count }

  /// How many places are remembered, those that members have left among them.
  var storedCount: Int { clients.storedCount + effects.storedCount }

  /// Whether requests that have changed nothing yet are to be refused.
  var isFull: Bool { clients.count >= limits.waitingClients }

  // MARK: Turns

  /// Notes how many bytes a write turned out to have.
  mutating func note(_ bytes: Int, in turn: inout WriteTurn) {
    self[load: turn.priority].bytes += bytes - turn.bytes
    turn.bytes = bytes
  }

  /// Notes that a write is done, or that nothing was to be written.
  mutating func finish(_ turn: WriteTurn) {
    let limit = limits.clientWrites + limits.effectWrites
    if ceiling < limit { ceiling += 1 }
    end(turn)
  }

  /// Notes that the storage did not take a write: its member waits again, before others, and fewer are
  /// given to the storage at a time until it has done some.
  ///
  /// - Returns: Whether ``tryAgain()`` is to be called after a while, as no write is under way whose end
  ///   would tell that the storage goes on.
  mutating func refuse(_ member: Member, _ turn: WriteTurn) -> Bool {
    end(turn)
    let count = clientLoad.count + effectLoad.count
    ceiling = count
    if places[member] == nil {
      lastNumber += 1
      places[member] = Place(priority: turn.priority, number: lastNumber)
      self[turn.priority].prepend(member, lastNumber)
    }
    return count == 0
  }

  /// Gives the storage a write again after it has refused all.
  mutating func tryAgain() { ceiling = max(1, ceiling) }

  private mutating func end(_ turn: WriteTurn) {
    self[load: turn.priority].count -= 1
    self[load: turn.priority].bytes -= turn.bytes
  }

  private mutating func begin(_ priority: WritePriority) -> WriteTurn {
    if priority == .effect || effects.isEmpty {
      clientsInARow = 0
    } else if hasRoom(for: .effect) {
      clientsInARow += 1
    }
    self[load: priority].count += 1
    return WriteTurn(priority: priority)
  }

  private mutating func append(_ member: Member, _ priority: WritePriority) {
    lastNumber += 1
    places[member] = Place(priority: priority, number: lastNumber)
    self[priority].append(member, lastNumber)
  }

  /// Forgets the places that members of the queue of effects have left, once they are the most.
  private mutating func forgetLeftPlaces() {
    guard effects.storedCount > 2 * effects.count + 64 else { return }
    let places = places
    effects.removeAll { member, number in places[member]?.number != number }
  }

  /// Whether so many clients had their turn that it is an effect's.
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

  /// Those who wait with one priority, and some who have waited.
  private struct Queue: Sendable {
    private var entries: [(member: Member, number: UInt64)] = []
    private var head = 0
    /// How many of them wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }
    var storedCount: Int { entries.count - head }

    mutating func append(_ member: Member, _ number: UInt64) {
      count += 1
      entries.append((member, number))
    }

    mutating func prepend(_ member: Member, _ number: UInt64) {
      count += 1
      if head > 0 {
        head -= 1
        entries[head] = (member, number)
      } else {
        entries.insert((member, number), at: 0)
      }
    }

    /// Notes that one of them does not wait any more.
    mutating func leave() { count -= 1 }

    mutating func popFirst() -> (Member, UInt64)? {
      guard head < entries.count else { return nil }
      let entry = entries[head]
      head += 1
      if head == entries.count {
        entries.removeAll(keepingCapacity: head <= 1024)
        head = 0
      } else if head >= 1024, head * 2 >= entries.count {
        entries.removeFirst(head)
        head = 0
      }
      return entry
    }

    mutating func removeAll(where isGone: (Member, UInt64) -> Bool) {
      entries.removeFirst(head)
      head = 0
      entries.removeAll { isGone($0.member, $0.number) }
    }
  }
}

/// For whom something is written.
enum WritePriority: Sendable {
  /// A client waits for it.
  case client
  /// Nobody does: an effect has changed something, or time has passed.
  case effect
}

/// The right to give the storage one write.
struct WriteTurn: Sendable {
  let priority: WritePriority
  /// How many bytes the write has, as far as was noted.
  fileprivate(set) var bytes = 0

  fileprivate init(priority: WritePriority) { self.priority = priority }
}

/// How much the storage is given at a time.
struct WriteLimits: Sendable {
  /// How many writes that clients wait for, at least 1.
  var clientWrites = 3072
  /// How many others, at least 1: about as many as share a commit, since that is what a client's write
  /// waits for.
  var effectWrites = 1024
  /// How many bytes the writes of a priority have; beyond it none is added.
  var bytes = 32 << 20
  /// After how many writes of clients one of effects is done, when the storage takes so few.
  var clientsPerEffect = 8
  /// How many clients may wait for a turn; beyond it requests are refused that need the storage before
  /// they can change anything.
  var waitingClients = 10_000
}
