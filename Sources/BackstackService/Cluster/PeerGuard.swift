import BackstackHTTP
import BackstackStorage
import FoundationEssentials

/// Lets only the nodes of the cluster send requests to the address for them, and takes the principal
/// that they name.
struct PeerGuard: HTTPMiddleware {
  let secret: NodeSecret
  /// The tickets of this node, which others pass on.
  let tickets: EventTickets

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    let token = request.fields[.authorization].flatMap(Admission.token)
    guard let token, let bytes = Data(base64Encoded: String(token)),
      secret.matches(Array(bytes))
    else {
      var response = Problem(.unauthorized, "Only nodes of the cluster may use this address.")
        .response
      response.fields.append(PeerFields.refused, "unknown")
      return responder.respond(response)
    }
    var request = request
    if let value = request.fields[PeerFields.principal] {
      guard let principal = HTTPPrincipal(fieldValue: value) else {
        return responder.respond(
          Problem(.invalidValue, "The principal can't be decoded.").response)
      }
      request.principal = principal
    } else if let holder = tickets.holder(for: request) {
      request.principal = holder.principal
      if request.fields.contains(PeerFields.holder), let value = holder.principal?.fieldValue {
        let responder = responder.intercepting(errorResponse: BackstackServer.problemResponse) {
          var response = $0
          if response.status.code < 400 { response.fields.set(PeerFields.holder, value) }
          return response
        }
        return next.respond(to: request, responder)
      }
    }
    next.respond(to: request, responder)
  }
}
