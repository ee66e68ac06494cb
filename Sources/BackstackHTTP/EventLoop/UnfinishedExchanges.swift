import BackstackPlatform

/// The memory that a connection uses for its unfinished exchange: output that its client has not
/// taken, and content that is being collected.
struct UnfinishedBytes: Sendable, Equatable {
  /// The bytes that only this connection has.
  var own = 0
  /// The address and the size of the largest content that it shares with the response's creator, and
  /// maybe with other connections; 0 for none.
  var sharedAddress: UInt = 0
  var sharedSize = 0

  /// The number of bytes, without regard to other connections.
  var count: Int { own + sharedSize }
}

/// The unfinished exchanges of one event loop's connections: what they use, and which is the oldest.
///
/// Content that several connections share counts once.
struct UnfinishedExchanges: Sendable {
  /// The size beyond which an exchange is large: those are closed first, as closing a few of them
  /// is enough. Streams are not: they buffer less.
  static let large = 64 * 1024

  /// A connection's entry among the unfinished ones.
  struct Entry: Sendable, Equatable {
    fileprivate(set) var bytes = UnfinishedBytes()
    /// The number by which the queues know it; 0 while nothing is unfinished.
    fileprivate var number: UInt64 = 0
    fileprivate var isLarge = false

    /// Whether nothing is unfinished.
    var isEmpty: Bool { number == 0 }
  }

  private struct Waiting: Sendable {
    let token: UInt64
    let number: UInt64
  }

  /// The users of shared content, by its address.
  private var shares: [UInt: (users: Int, size: Int)] = [:]
  private var small = Deque<Waiting>()
  private var large = Deque<Waiting>()
  private var lastNumber: UInt64 = 0
  /// The number of bytes of all unfinished exchanges.
  private(set) var byteCount = 0
  /// The number of connections with an unfinished exchange.
  private(set) var count = 0

  /// Records what a connection uses now.
  ///
  /// - Returns: By how many bytes the sum has changed.
  /// - Complexity: O(1) amortized.
  mutating func update(_ entry: inout Entry, of token: UInt64, to bytes: UnfinishedBytes) -> Int {
    var change = bytes.own - entry.bytes.own
    if bytes.sharedAddress != entry.bytes.sharedAddress {
      // Added first, so that content which stays is not taken for new.
      change += share(bytes)
      change -= release(entry.bytes)
    }
    byteCount += change
    entry.bytes = bytes
    if bytes.count == 0 {
      if !entry.isEmpty { count -= 1 }
      entry = Entry()
    } else if entry.isEmpty || !entry.isLarge && bytes.count > Self.large {
      if entry.isEmpty { count += 1 }
      lastNumber += 1
      entry.number = lastNumber
      entry.isLarge = bytes.count > Self.large
      let waiting = Waiting(token: token, number: lastNumber)
      if entry.isLarge { large.append(waiting) } else { small.append(waiting) }
    }
    return change
  }

  private mutating func share(_ bytes: UnfinishedBytes) -> Int {
    guard bytes.sharedAddress != 0 else { return 0 }
    let users = shares[bytes.sharedAddress]?.users ?? 0
    let size = shares[bytes.sharedAddress]?.size ?? bytes.sharedSize
    shares[bytes.sharedAddress] = (users + 1, size)
    return users == 0 ? size : 0
  }

  private mutating func release(_ bytes: UnfinishedBytes) -> Int {
    guard let share = shares[bytes.sharedAddress] else { return 0 }
    if share.users > 1 {
      shares[bytes.sharedAddress] = (share.users - 1, share.size)
      return 0
    }
    shares[bytes.sharedAddress] = nil
    return share.size
  }

  /// Returns the token of the connection whose large exchange is unfinished for longest, or of the
  /// one whose small exchange is, if there is no large one.
  ///
  /// - Parameter entry: Returns the entry of a connection; `nil` if it is closed.
  mutating func takeOldest(_ entry: (_ token: UInt64) -> Entry?) -> UInt64? {
    while let waiting = large.popFirst() ?? small.popFirst() {
      if entry(waiting.token)?.number == waiting.number { return waiting.token }
    }
    return nil
  }

  /// The number of entries of the queues, finished exchanges included.
  var waitingCount: Int { small.count + large.count }

  /// Forgets exchanges that are finished by now, if they are the most.
  ///
  /// - Complexity: O(1) amortized.
  mutating func forgetFinished(_ entry: (_ token: UInt64) -> Entry?) {
    guard waitingCount > 2 * count + 64 else { return }
    small.removeAll { entry($0.token)?.number != $0.number }
    large.removeAll { entry($0.token)?.number != $0.number }
  }
}
