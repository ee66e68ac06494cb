import BackstackPlatform

/// Where work comes from: the client that causes it, and what it is about.
package struct LargeWorkSource: Sendable, Hashable {
  /// The hash of the client's identity, or of the session if the client has none.
  let client: Int
  /// The hash of the session's id, or a number of the request.
  let subject: Int

  package init(client: Int, subject: Int) {
    self.client = client
    self.subject = subject
  }

  /// The source of work on a session that is not one client's request.
  init(_ context: SessionContext) {
    subject = context.id.hashValue
    client = context.principal?.id.hashValue ?? subject
  }
}

/// The limits of the requests that wait in a ``LargeWorkQueue``.
package struct LargeWorkLimits: Sendable {
  /// The maximum number of waiting requests.
  var requests = 1024
  /// The size of their content, in bytes, beyond which no other is added.
  var bytes = 256 << 20
  /// The maximum number of waiting requests of one client.
  var requestsPerClient = 128
  /// The size of their content, in bytes, beyond which no other of the client is added.
  var bytesPerClient = 32 << 20

  package init() {}
}

/// The order of work that takes long: clients take turns, and so do the sessions of a client. Work of
/// one source is done in order, one at a time.
struct LargeWorkQueue: Sendable {
  typealias Work = @Sendable () -> Void

  private struct Item: Sendable {
    let work: Work
    /// The size of the request's content; `nil` for other work.
    let bytes: Int?
  }

  private struct Client: Sendable {
    /// The work that waits, by subject; empty for a subject whose last work is being done.
    var lines: [Int: Deque<Item>] = [:]
    /// The subjects of work that can be done now, by turn.
    var turns = Deque<Int>()
    /// The requests that wait.
    var requests = 0
    var bytes = 0
  }

  private let limits: LargeWorkLimits
  private var clients: [Int: Client] = [:]
  /// The clients with work that can be done now, by turn.
  private var turns = Deque<Int>()
  /// The requests that wait.
  private var requests = 0
  private var bytes = 0
  /// The number of pieces of work that wait.
  private(set) var count = 0
  /// The number of sources with work that can be done now.
  private(set) var readyCount = 0
  /// The number of requests for which there was no room.
  private(set) var refusedCount = 0

  init(limits: LargeWorkLimits) { self.limits = limits }

  /// Adds a request with content of this size.
  ///
  /// - Returns: `false`, with nothing done, if there is no room for it.
  mutating func append(_ work: @escaping Work, from source: LargeWorkSource, request: Int) -> Bool {
    let client = clients[source.client] ?? Client()
    guard requests < limits.requests, bytes < limits.bytes,
      client.requests < limits.requestsPerClient, client.bytes < limits.bytesPerClient
    else {
      refusedCount += 1
      return false
    }
    append(Item(work: work, bytes: request), from: source)
    return true
  }

  /// Adds work that can't be refused.
  mutating func append(_ work: @escaping Work, from source: LargeWorkSource) {
    append(Item(work: work, bytes: nil), from: source)
  }

  private mutating func append(_ item: Item, from source: LargeWorkSource) {
    count += 1
    let isFirst = clients[source.client]?.lines[source.subject] == nil
    clients[source.client, default: Client()].lines[source.subject, default: Deque()].append(item)
    note(1, of: item, source.client)
    if isFirst { makeReady(source) }
  }

  /// Takes the next work out; `nil` if none can be done now. ``finish(_:)`` has to follow.
  mutating func next() -> (work: Work, source: LargeWorkSource)? {
    guard let number = turns.popFirst(), let subject = clients[number]?.turns.popFirst(),
      let item = clients[number]?.lines[subject]?.popFirst()
    else { return nil }
    count -= 1
    readyCount -= 1
    note(-1, of: item, number)
    if clients[number]?.turns.isEmpty == false { turns.append(number) }
    return (item.work, LargeWorkSource(client: number, subject: subject))
  }

  /// Records that work was done.
  mutating func finish(_ source: LargeWorkSource) {
    if clients[source.client]?.lines[source.subject]?.isEmpty == false { return makeReady(source) }
    clients[source.client]?.lines[source.subject] = nil
    if clients[source.client]?.lines.isEmpty == true { clients[source.client] = nil }
  }

  /// Adds a source with work to the turns.
  private mutating func makeReady(_ source: LargeWorkSource) {
    readyCount += 1
    clients[source.client]?.turns.append(source.subject)
    if clients[source.client]?.turns.count == 1 { turns.append(source.client) }
  }

  /// Counts a request that begins or ends to wait.
  private mutating func note(_ sign: Int, of item: Item, _ client: Int) {
    guard let size = item.bytes else { return }
    requests += sign
    bytes += sign * size
    clients[client]?.requests += sign
    clients[client]?.bytes += sign * size
  }
}
