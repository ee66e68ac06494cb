import BackstackCoding
import BackstackHTTP
import BackstackSessions

/// An error response: what happened, and what the client can do about it (RFC 9457).
struct Problem: Error, Sendable {
  /// The kind of a problem: the last segment of its `type`. An open set.
  struct Kind: Sendable, Hashable {
    let slug: String
    let status: HTTPStatus
    let title: String
  }

  let kind: Kind
  /// The explanation for a person. It is shortened, as it may repeat input of any length.
  let detail: String
  /// The position of the invalid value in the request's content.
  var pointer: JSONPointer?
  /// The version of the session, if the client needs it.
  var version: Int?
  /// The snapshot of the session, if the client has an older one.
  var snapshot: SnapshotDocument?
  /// The termination reason of a session: the name of a ``SessionEndReason``.
  var reason: String?
  /// The fields of the response.
  var fields = HTTPFields()

  init(_ kind: Kind, _ detail: String, at pointer: JSONPointer? = nil) {
    self.kind = kind
    self.detail = SessionError.excerpt(of: detail)
    self.pointer = pointer
  }

  /// The problem as a response.
  var response: HTTPResponse {
    var json = JSONWriter()
    json.beginObject()
    json.member("type", ProblemGuide.folder + kind.slug)
    json.member("title", kind.title)
    json.member("status", kind.status.code)
    json.member("detail", detail)
    if let pointer { json.member("pointer", pointer.text) }
    if let reason { json.member("reason", reason) }
    if let version { json.member("version", version) }
    let body: HTTPBody
    if let snapshot {
      json.key("snapshot")
      body = snapshot.between(json.bytes, Array("}".utf8)).body
    } else {
      json.endObject()
      body = .bytes(json.bytes)
    }

    var fields = fields
    fields.set(.contentType, "application/problem+json")
    fields.set(.cacheControl, "no-store")
    if let version { fields.set(.eTag, "\"\(version)\"") }
    return HTTPResponse(status: kind.status, fields: fields, body: body)
  }
}

extension Problem {
  /// Creates the service's form of an error of the HTTP server.
  init(_ error: HTTPError) {
    let slug = error.code.rawValue
    // One kind has one title, also if the HTTP server refuses the request (RFC 9457 §3.1.3).
    let kind = Kind.all.first { $0.slug == slug && $0.status == error.status }
    self.init(
      kind ?? Kind(slug: slug, status: error.status, title: Self.title(of: error.status)),
      error.message)
    fields = error.fields
  }

  /// Returns the title of the problems that only the HTTP server has: the status in words.
  static func title(of status: HTTPStatus) -> String {
    String(status.description.drop { !$0.isLetter })
  }
}
