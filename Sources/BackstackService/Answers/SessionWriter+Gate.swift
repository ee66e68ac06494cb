package import BackstackHTTP
import BackstackSessions
import BackstackStorage

/// A response to a request that has changed a session waits until the change is stored.
extension SessionWriter: HTTPResponseGate {
  package func take(_ response: HTTPDeferredResponse) {
    let isWaiting = whenStored(for: .client) { failure in
      if let failure {
        response.pass(Problem(SessionError(failure)).response)
      } else {
        response.pass()
      }
    }
    if !isWaiting { response.pass() }
  }
}
