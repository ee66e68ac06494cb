/// The processed requests of several clients: above a limit for all of them, what is kept of the
/// client with the most is forgotten first, so that no client makes another's requests forgotten.
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

  /// The number of known keys.
  var count: Int { ofClients.values.reduce(own.count) { $0 + $1.count } }
  /// The number of clients with known keys.
  var clientCount: Int { ofClients.count }

  func knows(_ key: IdempotencyKey) -> Bool {
    guard let client = key.client else { return own.knows(key.text) }
    return ofClients[client]?.knows(key.text) ?? false
  }

  /// Looks a key up, and adds it if it is new.
  mutating func begin(_ key: IdempotencyKey) -> AnswerLedger.Lookup {
    change(key.client) { $0.begin(key.text, fingerprint: key.fingerprint) }
  }

  /// Forgets a request that was not processed.
  mutating func forget(_ key: IdempotencyKey) { change(key.client) { $0.forget(key.text) } }

  /// Keeps what is known of a request that was processed.
  ///
  /// - Returns: The keys that are forgotten to make room.
  /// - Complexity: O(1); O(*n*), where *n* is the number of clients, for each that is forgotten.
  mutating func finish(_ key: IdempotencyKey, with known: KnownRequest) -> ForgottenAnswers {
    var forgotten = change(key.client) { $0.finish(key.text, with: known) }
    while processedCount > max(1, limits.keys),
      let most = ofClients.max(by: { $0.value.processedCount < $1.value.processedCount })?.key
    {
      change(most) { $0.forgetOldestKey(&forgotten) }
    }
    // The latest answer is kept whatever its size, if others can be forgotten.
    while byteCount > limits.bytes,
      let most = ofClients.filter({ $0.key != key.client || $0.value.processedCount > 1 })
        .max(by: { $0.value.byteCount < $1.value.byteCount }), most.value.byteCount > 0
    {
      change(most.key) { $0.forgetOldestAnswer(&forgotten) }
    }
    return forgotten
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
