import BackstackCoding
import BackstackHTTP
import BackstackSessions
import FoundationEssentials

/// The routes to a session's earlier versions.
struct HistoryRoutes: Sendable {
  let service: SessionService
  /// The path below which clients reach the routes.
  private let folder: String

  init(service: SessionService, below folder: String? = nil) {
    self.service = service
    self.folder = folder ?? service.configuration.basePath
  }

  static let defaultPage = 50
  static let maximumPage = 200

  /// `GET /sessions/{id}/history`
  var readHistory: ServiceRoute {
    ServiceRoute(
      .get, "/sessions/{id}/history", .readHistory, of: service, for: .readHistory, takesQuery: true
    ) {
      [self] exchange throws(Problem) in
      try exchange.request.requireJSONAccepted()
      let query = try exchange.request.query(allowing: ["after", "limit"])
      let after = try query.integer("after", 0...Int.max) ?? -1
      let limit = try query.integer("limit", 1...Self.maximumPage) ?? Self.defaultPage
      let conditions = try Preconditions(exchange.request)
      exchange.perform(exchange.asking(.readHistory)) { reply throws(Problem) in
        try service.response(to: conditions, at: reply.session.version, of: reply.entry)
          ?? page(of: reply.session, after: after, limit)
      }
    }
  }

  /// `GET /inspector/api/sessions/{id}/changes`
  var readChanges: ServiceRoute {
    ServiceRoute(
      .get, "/sessions/{id}/changes", .readChanges, of: service, for: .readHistory, takesQuery: true
    ) { exchange throws(Problem) in
      try exchange.request.requireJSONAccepted()
      let page = try InspectedHistory(exchange.request)
      exchange.perform(exchange.asking(.readHistory)) { reply throws(Problem) in
        .json(page.json(of: reply.session).bytes)
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
    page.writeMembers(to: &json) { entry, json in entry.write(to: &json) }
    if let next { json.member("next", folder + next) }
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

  /// Returns the patch between two states that are at a position of a larger document.
  static func patch(
    from old: [UInt8], to new: [UInt8], at pointer: String = "/state"
  ) -> [UInt8] {
    do throws(JSONSyntaxError) {
      return try JSONPatch.make(from: old, to: new, at: pointer)
    } catch {
      // A feature's own coding may produce JSON that exceeds the limits of the decoder.
      return JSONPatch.replacing(pointer, with: new)
    }
  }
}

extension HistoryPage {
  /// Writes the page as the members of an object.
  func writeMembers(to json: inout JSONWriter, entry write: (Entry, inout JSONWriter) -> Void) {
    json.member("oldest", oldest)
    json.member("version", latest)
    json.key("entries")
    json.beginArray()
    for entry in entries { write(entry, &json) }
    json.endArray()
  }
}

extension SessionJournal.Entry {
  /// Writes the entry as an element of the history, with more members at its end.
  func write(to json: inout JSONWriter, more: (inout JSONWriter) -> Void = { _ in }) {
    json.beginObject()
    json.member("version", version)
    json.member("time", JSONDate.text(unixSeconds: time))
    json.member("cause", cause.name)
    if let restored = cause.restored { json.member("restored", restored) }
    if let version = cause.causedBy { json.member("causedBy", version) }
    if let principal = author?.principal { json.member("principal", principal) }
    if author?.isAgent == true { json.member("agent", json: "true".utf8) }
    if !action.isEmpty {
      json.member(cause == .proposal ? "proposal" : "action", json: action)
    }
    json.member("effects", effects)
    json.member("snapshot", json: "\(snapshotSize != nil)".utf8)
    more(&json)
    json.endObject()
  }
}
