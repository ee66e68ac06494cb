import Backstack
import BackstackHTTP
import BackstackService

// example begins
struct Authentication: HTTPMiddleware {
  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    guard let name = request.fields[.authorization] else {
      return responder.respond(
        HTTPResponse(
          status: .unauthorized,
          fields: ["WWW-Authenticate": "Basic", .contentType: "application/problem+json"],
          body: .text(#"{"status":401,"title":"A name is needed."}"#)))
    }
    var request = request
    request.principal = HTTPPrincipal(id: name)
    next.respond(to: request, responder)
  }
}

func guardedServer() -> BackstackServer {
  let guestbook = Feature(
    "guestbook", initialState: Guestbook.State(),
    link: { path in path == "/ada" ? Guestbook.State(names: ["Ada"]) : nil },
    presentationStyles: ["welcome": .alert]
  ) {
    Guestbook()
  } withDependencies: {
    if $0.session?.principal?.id == "tester" { $0.uuid = .incrementing }
  }
  .onSessionEnd { session, reason in print("\(session.feature) ended: \(reason.name)") }
  var configuration = ServiceConfiguration()
  configuration.middleware = [Authentication()]
  return BackstackServer(features: [guestbook], configuration: configuration)
}
// example ends
