import BackstackHTTP
import BackstackPlatform

/// Lets a visitor of the demo kill the server, to see that nothing is lost: all that it has in memory is gone at
/// once, and its program starts again.
struct KillSwitch: HTTPMiddleware {
  private static let path = "/stage/kill"

  /// Whether a server may have one: it listens on this machine alone, and on the same port when it starts again.
  static func isFit(for addresses: [HTTPListenAddress]) -> Bool {
    addresses.allSatisfy { ["127.0.0.1", "localhost", "::1"].contains($0.host) && $0.port != 0 }
  }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    // Pages of other origins can't send this type of content without a question, and those whose name was
    // made to lead here name themselves as the host.
    guard request.path == Self.path, request.method == .post,
      request.fields[.contentType] == "application/json",
      let host = request.authority?.prefix(while: { $0 != ":" }),
      ["127.0.0.1", "localhost", "["].contains(host)
    else { return next.respond(to: request, responder) }
    SystemProcess.startAgain()
    responder.respond(HTTPResponse(status: .internalServerError))
  }
}
