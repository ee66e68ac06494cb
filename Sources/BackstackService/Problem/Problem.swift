import BackstackHTTP

/// An error answer: what happened, and what the client can do about it (RFC 9457).
struct Problem: Error, Sendable {
  /// What kind of problem it is: the last segment of its `type`. An open set.
  struct Kind: Sendable, Hashable {
    let slug: String
    let status: HTTPStatus
    let title: String
  }

  let kind: Kind
  /// What a person can act on: an excerpt, whatever it repeats of what was sent.
  let detail: String
  /// The offending value in the request's content.
  var pointer: JSONPointer?
  /// The version that the session is at, where the client is to know it.
  var version: Int?
  /// The snapshot of the session, where the client has an older one.
  var snapshot: SnapshotDocument?
  /// Why a session has ended: the name of a ``SessionEndReason``.
  var reason: String?
  /// Fields that belong to the answer.
  var fields = HTTPFields()

  init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = Self.excerpt(detail)
  }

  /// The most characters of a detail, and of the names in a pointer.
  static let longestText = 200

  /// The beginning and the end of a text that is too long.
  static func excerpt(_ text: String) -> String {
    // Not its characters: one can be as long as somebody likes.
    let characters = text.unicodeScalars
    guard text.utf8.count > longestText, characters.count > longestText else { return text }
    // What can be done about it is mostly at the end.
    let end = longestText * 2 / 5
    var excerpt = String.UnicodeScalarView(characters.prefix(longestText - end - 3))
    excerpt.append(contentsOf: " … ".unicodeScalars)
    excerpt.append(contentsOf: characters.suffix(end))
    return String(excerpt)
  }

  /// The problem as an answer.
  var response: HTTPResponse {
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "/problems/\(kind.slug)")
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
  /// What the HTTP server found wrong, in the form of the service's errors.
  init(_ error: HTTPError) {
    let title = String(error.status.description.drop { !$0.isLetter })
    self.init(Kind(slug: error.code.rawValue, status: error.status, title: title), error.message)
    fields = error.fields
  }
}

extension Problem {
  /// Runs what throws nothing but problems through functions that can't say so.
  static func only<Result>(_ body: () throws -> Result) throws(Problem) -> Result {
    do {
      return try body()
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.invalidValue, "\(error)")
    }
  }
}
