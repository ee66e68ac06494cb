import Backstack
import BackstackHTTP
import BackstackService

// example begins
func sharedServer() -> BackstackServer {
  let guestbook = Feature("guestbook", initialState: Guestbook.State()) { Guestbook() }
  var configuration = ServiceConfiguration()
  configuration.middleware = [Authentication()]
  configuration.mayUse = { principal, session, operation in
    principal?.id == session.principal?.id || [.read, .follow].contains(operation)
  }
  return BackstackServer(features: [guestbook], configuration: configuration)
}
// example ends
