import BackstackHTTP
import BackstackLocking

/// The answers given to requests with a key, for requests on any thread.
final class AnswerMemory: Sendable {
  private let ledger: Guarded<AnswerLedger>

  /// What stores answers together with what their requests change.
  private let keeper: (any AnswerKeeper)?

  init(limits: AnswerLimits, keeper: (any AnswerKeeper)? = nil) {
    ledger = Guarded(AnswerLedger(limits: limits))
    self.keeper = keeper
  }

  /// Whether a key is known.
  func knows(_ key: IdempotencyKey) -> Bool { ledger.withLock { $0.knows(key.text) } }

  /// Notes what is known of a request that was processed in another life of the session.
  func remember(_ key: IdempotencyKey, fingerprint: Int, _ known: KnownRequest) {
    ledger.withLock { ledger in
      guard case .new = ledger.begin(key.text, fingerprint: fingerprint) else { return }
      _ = ledger.finish(key.text, with: known)
    }
  }

  /// How many keys are known.
  var count: Int { ledger.withLock { $0.count } }

  /// Has a request processed unless it was before.
  ///
  /// - Parameters:
  ///   - key: The request's key, or `nil` to process it anyway.
  ///   - answers: Where the answer to a request with a key is kept.
  ///   - process: Gets what keeps the answer, if it is to be kept; that is called once the request was
  ///     processed, and not after an error, which changes nothing: the same request may come again.
  /// - Returns: What is known of it, if it was.
  /// - Throws: What `process` throws, and ``Problem`` for a key that is in use.
  static func once(
    _ key: IdempotencyKey?, in answers: @autoclosure () -> AnswerMemory,
    process: (_ keep: (@Sendable (HTTPResponse) -> Void)?) throws(Problem) -> Void
  ) throws(Problem) -> KnownRequest? {
    if let key { return try answers().once(key, process: process) }
    try process(nil)
    return nil
  }

  private func once(
    _ key: IdempotencyKey,
    process: (_ keep: (@Sendable (HTTPResponse) -> Void)?) throws(Problem) -> Void
  ) throws(Problem) -> KnownRequest? {
    switch ledger.withLock({ $0.begin(key.text, fingerprint: key.fingerprint) }) {
    case .known(let known): return known
    case .inProgress: throw .requestInProgress
    case .otherRequest: throw .reusedKey
    case .new: break
    }
    let turn = keeper.map { AnswerTurn(key, keeper: $0) }
    do throws(Problem) {
      try process { [weak self] answer in
        guard let self else { return }
        let forgotten = ledger.withLock { ledger in
          if answer.status.code < 300 {
            return ledger.finish(key.text, with: .answered(answer))
          }
          ledger.forget(key.text)
          return ForgottenAnswers()
        }
        turn?.note(answer, forgetting: forgotten)
      }
    } catch {
      turn?.end(isProcessed: false)
      ledger.withLock { $0.forget(key.text) }
      throw error
    }
    turn?.end(isProcessed: true)
    return nil
  }
}
