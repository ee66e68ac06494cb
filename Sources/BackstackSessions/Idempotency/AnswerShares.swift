/// The processed requests of several clients: above a limit for all of them, requests of
/// the client with the most are dropped first, so that no client causes the loss of another's.
///
/// Requests whose keys name no client are in a ledger of their own.
struct AnswerShares: Sendable {
  let limits: AnswerLimits
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
  mutating func begin(_ key: IdempotencyKey) -> AnswerLedger.Lookup {
    change(key.client) { $0.begin(key.text, fingerprint: key.fingerprint) }
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
