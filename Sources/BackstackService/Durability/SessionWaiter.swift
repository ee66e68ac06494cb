import BackstackHTTP
import BackstackStorage

/// Who waits until a change of a session is stored.
struct SessionWaiter: Sendable {
  enum Kind: Sendable {
    case answer(HTTPHeldAnswer)
    case other(@Sendable (StorageError?) -> Void)
  }

  /// The number of the change.
  let change: Int
  let kind: Kind

  /// Tells that it is stored, or why it can't be.
  func end(_ failure: StorageError?) {
    switch kind {
    case .answer(let answer):
      if let failure { answer.pass(Problem(failure).response) } else { answer.pass() }
    case .other(let completion): completion(failure)
    }
  }
}
