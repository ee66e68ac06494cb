import BackstackHTTP
import Synchronization

/// The answers given to requests with a key, for requests on any thread.
final class AnswerMemory: Sendable {
  private let ledger: Mutex<AnswerLedger>

  init(limits: AnswerLimits) { ledger = Mutex(AnswerLedger(limits: limits)) }

  /// How many keys are known.
  var count: Int { ledger.withLock { $0.count } }

  /// Has a request processed unless it was before.
  ///
  /// - Parameters:
  ///   - key: The request's key, or `nil` to process it anyway.
  ///   - process: Gets what keeps the answer; that is called once the request was processed, and not
  ///     after an error, which changes nothing: the same request may come again.
  /// - Returns: The answer that was given before, if so.
  /// - Throws: What `process` throws, and ``Problem`` for a key that is in use.
  func once(
    _ key: IdempotencyKey?,
    process: (_ keep: @escaping @Sendable (HTTPResponse) -> Void) throws(Problem) -> Void
  ) throws(Problem) -> HTTPResponse? {
    guard let key else {
      try process { _ in }
      return nil
    }
    switch ledger.withLock({ $0.begin(key.text, fingerprint: key.fingerprint) }) {
    case .answered(let answer): return answer
    case .inProgress: throw .requestInProgress
    case .otherRequest: throw .reusedKey
    case .new: break
    }
    do throws(Problem) {
      try process { [weak self] answer in
        self?.ledger.withLock { ledger in
          if answer.status.code < 300 {
            ledger.finish(key.text, with: answer)
          } else {
            ledger.forget(key.text)
          }
        }
      }
    } catch {
      ledger.withLock { $0.forget(key.text) }
      throw error
    }
    return nil
  }
}
