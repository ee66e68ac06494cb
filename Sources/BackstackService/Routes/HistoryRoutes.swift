import BackstackCoding
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The routes to a session's earlier versions.
struct HistoryRoutes: Sendable {
  let service: SessionService

  private static let defaultPage = 50
  private static let largestPage = 200

  /// `GET /sessions/{id}/history`
  var readHistory: ServiceRoute {
    ServiceRoute(
      .get, "/sessions/{id}/history", .readHistory, of: service, for: .readHistory, takesQuery: true
    ) {
      [self] exchange throws(Problem) in
      try exchange.request.requireJSONAccepted()
      let query = try exchange.request.query(allowing: ["after", "limit"])
      let after = try query.integer("after", 0...Int.max) ?? -1
      let limit = try query.integer("limit", 1...Self.largestPage) ?? Self.defaultPage
      let conditions = try Preconditions(exchange.request)
      exchange.perform(exchange.asking(.readHistory)) { reply throws(Problem) in
        try service.response(to: conditions, at: reply.session.version, of: reply.entry)
          ?? page(of: reply.session, after: after, limit)
      }
    }
  }

  private func page(of session: any Session, after: Int, _ limit: Int) -> HTTPResponse {
    let page = session.history(after: after, limit: limit)
    var next: String?
    if let last = page.entries.last?.version, last < page.latest {
      next = "/sessions/\(session.context.id)/history?after=\(last)&limit=\(limit)"
    }
    var json = JSONWriter()
    json.beginObject()
    json.member("oldest", page.oldest)
    json.member("version", page.latest)
    json.key("entries")
    json.beginArray()
    for entry in page.entries { entry.write(to: &json) }
    json.endArray()
    if let next { json.member("next", service.path(next)) }
    json.endObject()
    var response = HTTPResponse.json(json.bytes, version: page.latest, caching: .revalidated)
    if let next { response.fields.append(.link, "<\(next)>; rel=\"next\"") }
    return response
  }

  /// `GET /sessions/{id}/history/{version}`
  var readVersion: ServiceRoute {
    ServiceRoute(
      .get, "/sessions/{id}/history/{version}", .readVersion, of: service, for: .readHistory,
      takesQuery: true
    ) {
      [self] exchange throws(Problem) in
      let request = exchange.request
      let from = try request.query(allowing: ["from"]).integer("from", 0...Int.max)
      if from == nil {
        try request.requireJSONAccepted()
      } else {
        try request.requireAccepted(
          HTTPResponse.patchType, "The difference of two versions is a JSON Patch")
      }
      let version = exchange.parameters["version"] ?? ""
      exchange.perform(exchange.asking(.readHistory)) { reply throws(Problem) in
        let snapshot = try Self.snapshot(of: version, in: reply.session)
        let base = try from.map { version throws(Problem) in
          try Self.snapshot(of: "\(version)", in: reply.session)
        }
        return try service.response(to: Preconditions(request), at: snapshot.version)
          ?? response(reply.entry, snapshot, from: base)
      }
    }
  }

  private func response(
    _ entry: SessionRegistry.Entry, _ snapshot: Snapshot, from base: Snapshot?
  ) -> HTTPResponse {
    guard let base else {
      return .json(
        service.document(entry, snapshot), version: snapshot.version, caching: .revalidated)
    }
    var response = HTTPResponse.json(
      Self.patch(from: base, to: snapshot), type: HTTPResponse.patchType,
      version: snapshot.version, caching: .revalidated)
    response.fields.append(.deltaBase, "\"\(base.version)\"")
    return response
  }

  private static func snapshot(
    of version: String, in session: any Session
  ) throws(Problem) -> Snapshot {
    guard let number = Preferences.seconds(version), let snapshot = session.snapshot(of: number)
    else { throw Problem(.forgottenVersion(version)) }
    return snapshot
  }

  private static func patch(from old: Snapshot, to new: Snapshot) -> [UInt8] {
    var patch = patch(from: old.content, to: new.content)
    if old.effects != new.effects {
      JSONPatch.append(JSONPatch.replacing(effects: new.effects), to: &patch)
    }
    return patch
  }

  private static func patch(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    do throws(JSONSyntaxError) {
      return try JSONPatch.make(from: old, to: new, at: "/state")
    } catch {
      // A feature's own coding may produce JSON that exceeds the limits of the decoder.
      return JSONPatch.replacing("/state", with: new)
    }
  }

  /// `POST /sessions/{id}/restore`
  var restoreSession: ServiceRoute {
    ServiceRoute(
      .post, "/sessions/{id}/restore", .restoreSession, of: service, for: .restore, content: 1024,
      admit: Self.admitRestoration
    ) {
      [service] exchange throws(Problem) in
      let request = exchange.request
      let restoration = try Problem.from { () throws(SessionError) in
        try WireCoding.decode(Restoration.self, from: request.body, within: ClientInput())
      }
      let preferences = request.preferences
      let conditions = try Preconditions(request)
      var asked = exchange.asking(.restore(version: restoration.version))
      asked.condition = conditions.ofChange
      asked.key = try IdempotencyKey(request)
      exchange.perform(asked, if: conditions, preferring: preferences) { reply throws(Problem) in
        service.makeResponse(reply, preferences.withoutWait)
      }
    }
  }
}

extension HistoryRoutes {
  private static let admitRestoration: ServiceRoute.Admit = { (request) throws(Problem) in
    try request.requireJSONContent()
    try request.requireJSONAccepted()
  }
}

/// The content of a request to restore a version.
private struct Restoration: Decodable {
  let version: Int

  private enum Key: String, CodingKey, CaseIterable { case version }

  init(from decoder: any Decoder) throws {
    try decoder.refuseMembers(besides: Key.self)
    let container = try decoder.container(keyedBy: Key.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version >= 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "A version is 0 or more.")
    }
  }
}

extension SessionJournal.Entry {
  /// Writes the entry as an element of the history.
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("version", version)
    json.member("time", JSONDate.text(unixSeconds: time))
    json.member("cause", cause.name)
    if let restored = cause.restored { json.member("restored", restored) }
    if !action.isEmpty { json.member("action", json: action) }
    json.member("effects", effects)
    json.member("snapshot", json: "\(snapshotSize != nil)".utf8)
    json.endObject()
  }
}
