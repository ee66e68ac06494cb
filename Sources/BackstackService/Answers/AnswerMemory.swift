import BackstackHTTP
import BackstackPlatform

/// The kept answers of a session or of creations, for requests on any thread.
final class AnswerMemory: Sendable {
  private let ledger: Guarded<AnswerLedger>

  /// The store for answers, together with the changes of their requests.
  private let keeper: (any AnswerKeeper)?

  init(limits: AnswerLimits, keeper: (any AnswerKeeper)? = nil) {
    ledger = Guarded(AnswerLedger(limits: limits))
    self.keeper = keeper
  }

  /// Returns whether a key is known.
  func knows(_ key: IdempotencyKey) -> Bool { ledger.withLock { $0.knows(key.text) } }

  /// Keeps what is known of a request that was processed before the session was activated or the
  /// server was started.
  func remember(_ key: IdempotencyKey, fingerprint: Int, _ known: KnownRequest) {
    ledger.withLock { ledger in
      guard case .new = ledger.begin(key.text, fingerprint: fingerprint) else { return }
      _ = ledger.finish(key.text, with: known)
    }
  }

  /// The number of known keys.
  var count: Int { ledger.withLock { $0.count } }

  /// Processes a request unless it was processed before.
  ///
  /// - Parameters:
  ///   - key: The request's key, or `nil` to process it in any case.
  ///   - answers: The memory for the answer of a request with a key.
  ///   - process: Processes the request. Its argument keeps the response, if it has to be kept:
  ///     call it once the request was processed, but not after an error, which changes nothing, so
  ///     that the same request may come again.
  /// - Returns: What is known of the request, if it was processed before.
  /// - Throws: The error of `process`, and ``Problem`` for a key that is in use.
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
