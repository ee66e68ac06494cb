import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// The first reader of mirrored events, in whose name this node asks for them.
final class MirroredReader: Sendable {
  private struct State {
    /// The request, with the principal once that is known.
    var request: HTTPRequest
    /// The reader's ticket, until it was sent: it can be used once.
    var ticket: String?
  }

  private let state: Guarded<State>
  private let path: String
  private let representation: Representation

  init(_ request: HTTPRequest, of id: SessionID, _ asked: EventRequest) {
    state = Guarded(State(request: request, ticket: asked.ticket))
    path = "/sessions/\(id)/events"
    representation = asked.representation
  }

  /// The reader's request, with the principal that the session's node has found.
  var request: HTTPRequest { state.withLock { $0.request } }

  /// Returns the next request for the events after a version.
  func nextRequest(after version: Int?) throws(HTTPError) -> HTTPRequest {
    let (request, ticket) = state.withLock { ($0.request, $0.ticket.take()) }
    var fields = request.fields
    // A socket's request is one for events here.
    for name: HTTPFieldName in ["Last-Event-ID", .connection, .upgrade] { fields.remove(name) }
    fields.set(.accept, "text/event-stream")
    fields.remove(PeerFields.holder)
    if ticket != nil { fields.append(PeerFields.holder, "?") }
    if let version { fields.append("Last-Event-ID", "\(version)") }
    var query = representation == .state ? [] : ["view=screen"]
    if let ticket { query.append("\(EventTickets.parameter)=\(ticket)") }
    return try request.another(
      .get, query.isEmpty ? path : path + "?" + query.joined(separator: "&"), fields: fields)
  }

  /// Notes the principal whose ticket the session's node has redeemed.
  func note(_ response: HTTPResponse) {
    guard let holder = response.fields[PeerFields.holder] else { return }
    state.withLock { $0.request.principal = HTTPPrincipal(fieldValue: holder) }
  }
}
