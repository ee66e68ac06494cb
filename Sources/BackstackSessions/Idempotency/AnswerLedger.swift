import BackstackPlatform

/// The requests with an `Idempotency-Key` that were processed, by key, and their answers
/// (draft-ietf-httpapi-idempotency-key-header-07).
///
/// If the answers have too many bytes, the contents of the oldest are dropped first. Their
/// heads stay until there are too many keys.
struct AnswerLedger: Sendable {
  /// The result of looking a key up.
  enum Lookup: Sendable {
    /// The key is new: the caller processes the request, and then calls ``store(_:for:)``.
    case new
    /// The same request is being processed.
    case inProgress
    /// The same request was processed.
    case replay(Replay)
    /// The key was used for another request.
    case otherRequest
  }

  private struct Entry: Sendable {
    /// `nil` if the request is not known any more: then any with the key is the same.
    let fingerprint: Int?
    /// `nil` while the request is being processed.
    var replay: Replay?

    var answer: Answer? {
      if case .answered(let answer)? = replay { answer } else { nil }
    }
  }

  let limits: AnswerLimits
  private var entries: [String: Entry] = [:]
  /// The keys whose requests were processed, oldest first.
  private var order = Deque<String>()
  /// The index in `order` of the first key whose answer has its content.
  private var firstAnswer = 0
  /// The size of the answers with their keys, in bytes.
  private(set) var byteCount = 0

  init(limits: AnswerLimits) { self.limits = limits }

  var count: Int { entries.count }
  /// The number of requests that were processed.
  var processedCount: Int { order.count }

  /// Begins a request, unless its key is in use.
  mutating func begin(_ key: String, fingerprint: Int?) -> Lookup {
    guard let entry = entries[key] else {
      entries[key] = Entry(fingerprint: fingerprint)
      return .new
    }
    guard entry.fingerprint == nil || entry.fingerprint == fingerprint else { return .otherRequest }
    return entry.replay.map { .replay($0) } ?? .inProgress
  }

  func contains(_ key: String) -> Bool { entries[key] != nil }

  /// Stores what a request gets when it comes again; `nil` if it was refused, so that it can begin
  /// again.
  ///
  /// - Returns: The keys that are dropped to make room.
  mutating func store(_ replay: Replay?, for key: String) -> DroppedAnswers {
    var dropped = DroppedAnswers()
    guard var entry = entries[key], entry.replay == nil else { return dropped }
    guard let replay else {
      entries[key] = nil
      return dropped
    }
    entry.replay = replay
    if let answer = entry.answer { byteCount += Self.size(key, answer) }
    entries[key] = entry
    order.append(key)
    while order.count > max(1, limits.keys) { dropOldestKey(&dropped) }
    // The latest answer stays whatever its size: a client that repeats a request does so soon.
    while byteCount > limits.bytes, firstAnswer < order.count - 1 {
      dropOldestAnswer(&dropped)
    }
    return dropped
  }

  /// Drops the request that was processed first.
  mutating func dropOldestKey(_ dropped: inout DroppedAnswers) {
    guard let oldest = order.popFirst() else { return }
    if let answer = entries.removeValue(forKey: oldest)?.answer {
      byteCount -= Self.size(oldest, answer)
    }
    dropped.keys.append(oldest)
    firstAnswer = max(0, firstAnswer - 1)
  }

  /// Drops the content of the answer to the request that was processed first, of those whose
  /// answers have their contents.
  mutating func dropOldestAnswer(_ dropped: inout DroppedAnswers) {
    guard firstAnswer < order.count else { return }
    let oldest = order[firstAnswer]
    if let answer = entries[oldest]?.answer {
      byteCount -= Self.size(oldest, answer)
      entries[oldest]?.replay = .processed(head: answer.head)
      dropped.answers.append(oldest)
    }
    firstAnswer += 1
  }

  private static func size(_ key: String, _ answer: Answer) -> Int {
    key.utf8.count + answer.content.count + 512
  }
}

/// The keys whose requests or answers a ledger has dropped.
package struct DroppedAnswers: Sendable, Hashable {
  /// The keys of requests that are dropped completely.
  var keys: [String] = []
  /// The keys of requests whose answers have lost their contents.
  var answers: [String] = []

  static func += (all: inout Self, more: Self) {
    all.keys += more.keys
    all.answers += more.answers
  }
}

/// The limits for the stored requests with a key and their answers.
public struct AnswerLimits: Sendable, Hashable {
  /// The maximum number of keys of one session, at least 1.
  public var keys = 100
  /// The maximum size of the answers of one session, except for the latest one, in bytes.
  public var bytes = 256 << 10

  /// Creates the default limits.
  public init() {}

  /// The limits for the requests that create sessions, of all clients together.
  static let creations: Self = {
    var limits = Self()
    limits.keys = 10_000
    limits.bytes = 16 << 20
    return limits
  }()
}

/// The processed requests of several clients: above a limit for all of them, requests of
/// the client with the most are dropped first, so that no client causes the loss of another's.
///
/// Requests whose keys name no client are in a ledger of their own.
struct AnswerShares: Sendable {
  let limits: AnswerLimits
  /// Whether they are all that the storage has.
  var isComplete = false
  private var own: AnswerLedger
  private var ofClients: [String: AnswerLedger] = [:]
  /// The sums over all clients.
  private var processedCount = 0
  private(set) var byteCount = 0

  init(limits: AnswerLimits) {
    self.limits = limits
    own = AnswerLedger(limits: limits)
  }

  /// The number of keys.
  var count: Int { ofClients.values.reduce(own.count) { $0 + $1.count } }
  /// The number of clients with keys.
  var clientCount: Int { ofClients.count }

  func contains(_ key: IdempotencyKey) -> Bool {
    guard let client = key.client else { return own.contains(key.text) }
    return ofClients[client]?.contains(key.text) ?? false
  }

  /// Begins a request, unless its key is in use.
  ///
  /// - Parameter isDamaged: Whether only the request's key is known.
  mutating func begin(_ key: IdempotencyKey, isDamaged: Bool = false) -> AnswerLedger.Lookup {
    change(key.client) { $0.begin(key.text, fingerprint: isDamaged ? nil : key.fingerprint) }
  }

  /// Stores what a request gets when it comes again; `nil` if it was refused, so that it can begin
  /// again.
  ///
  /// - Returns: The keys that are dropped to make room.
  /// - Complexity: O(1); O(*n*), where *n* is the number of clients, for each key that is dropped.
  mutating func store(_ replay: Replay?, for key: IdempotencyKey) -> DroppedAnswers {
    var dropped = change(key.client) { $0.store(replay, for: key.text) }
    while processedCount > max(1, limits.keys),
      let client = ofClients.max(by: { $0.value.processedCount < $1.value.processedCount })?.key
    {
      change(client) { $0.dropOldestKey(&dropped) }
    }
    // The latest answer stays whatever its size, if others can be dropped.
    while byteCount > limits.bytes,
      let client = ofClients.filter({ $0.key != key.client || $0.value.processedCount > 1 })
        .max(by: { $0.value.byteCount < $1.value.byteCount }), client.value.byteCount > 0
    {
      change(client.key) { $0.dropOldestAnswer(&dropped) }
    }
    return dropped
  }

  /// Changes the ledger of a client.
  @discardableResult
  private mutating func change<Result>(
    _ client: String?, _ body: (inout AnswerLedger) -> Result
  ) -> Result {
    guard let client else { return body(&own) }
    var ledger = ofClients.removeValue(forKey: client) ?? AnswerLedger(limits: limits)
    let (count, bytes) = (ledger.processedCount, ledger.byteCount)
    let result = body(&ledger)
    processedCount += ledger.processedCount - count
    byteCount += ledger.byteCount - bytes
    if ledger.count > 0 { ofClients[client] = ledger }
    return result
  }
}
