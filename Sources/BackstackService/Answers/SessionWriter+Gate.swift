package import BackstackHTTP
import BackstackSessions
import BackstackStorage

extension HTTPResponder {
  /// Makes the response wait until everything that the session has changed by then is stored.
  ///
  /// - Parameter writer: The session's writer; `nil` for a session without storage, whose responses
  ///   do not wait.
  func deferResponse(untilStoredBy writer: SessionWriter?) {
    if let writer { deferResponse(to: writer) }
  }
}

/// The gate of a session's deferred responses: it passes a response once all changes of the session
/// up to the response are stored.
extension SessionWriter: HTTPResponseGate {
  package func take(_ response: DeferredResponse) {
    whenStored(for: .client) { failure in
      if let failure {
        response.pass(Problem(SessionError(failure)).response)
      } else {
        response.pass()
      }
    }
  }
}
