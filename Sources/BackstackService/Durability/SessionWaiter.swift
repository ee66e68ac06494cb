import BackstackHTTP
import BackstackStorage

/// A waiter for a change of a session to be stored.
struct SessionWaiter: Sendable {
  enum Kind: Sendable {
    case response(HTTPDeferredResponse)
    case other(@Sendable (StorageError?) -> Void)
  }

  /// The number of the change.
  let change: Int
  let kind: Kind

  /// Notifies the waiter that the change is stored, or why it can't be.
  func end(_ failure: StorageError?) {
    switch kind {
    case .response(let response):
      if let failure { response.pass(Problem(failure).response) } else { response.pass() }
    case .other(let completion): completion(failure)
    }
  }
}
