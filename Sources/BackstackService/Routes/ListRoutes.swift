import BackstackCoding
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The route that lists a client's own sessions, for one that has lost an id.
struct ListRoutes: Sendable {
  let service: SessionService

  private static let defaultPage = 50
  private static let maximumPage = 200
  /// The parameter with the session after which a page begins. Like the id in a path, it is not
  /// logged.
  static let cursor = "cursor"

  /// `GET /sessions`
  var listSessions: ServiceRoute {
    ServiceRoute(.get, "/sessions", .listOwnSessions, takesQuery: true) {
      [self] (request, _, responder) throws(Problem) in try list(request, responder)
    }
  }

  private func list(_ request: HTTPRequest, _ responder: HTTPResponder) throws(Problem) {
    try request.requireJSONAccepted()
    let query = try request.query(allowing: [Self.cursor, "limit"])
    let limit = try query.integer("limit", 1...Self.maximumPage) ?? Self.defaultPage
    let last = try query.text(Self.cursor).map { text throws(Problem) in
      guard let id = SessionID(text) else {
        throw Problem(
          .invalidQuery,
          "The parameter \"\(Self.cursor)\" is a value of \"next\" in an earlier page.")
      }
      return id
    }
    guard let principal = request.principal else {
      throw Problem(
        .sessionsNotListed,
        "The server can't list the client's sessions: the request has no API key. Without a key, "
          + "only the client that created a session knows its id.")
    }
    service.directory.listSessions(
      of: SessionPrincipal(principal), for: service.access(principal, .read), after: last,
      limit: limit
    ) { result in
      responder.respond { () throws(Problem) in
        responder.respond(response(try Problem.translating(result.get()), limit))
      }
    }
  }

  private func response(_ list: ListedSessions, _ limit: Int) -> HTTPResponse {
    let next = list.last.map { "/sessions?\(Self.cursor)=\($0)&limit=\(limit)" }
    var json = JSONWriter()
    json.beginObject()
    json.key("sessions")
    json.beginArray()
    for session in list.sessions {
      json.beginObject()
      json.member("id", session.id.description)
      json.member("feature", session.feature)
      json.member("expiresAt", session.expiresAt.formatted(.iso8601))
      json.member("href", service.path("/sessions/\(session.id)"))
      json.endObject()
    }
    json.endArray()
    if let next { json.member("next", service.path(next)) }
    json.endObject()
    var response = HTTPResponse.json(json.bytes)
    if let next { response.fields.append(.link, "<\(next)>; rel=\"next\"") }
    return response
  }
}
