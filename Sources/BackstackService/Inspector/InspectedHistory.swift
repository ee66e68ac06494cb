import BackstackCoding
import BackstackHTTP
import BackstackSessions

/// A request for a page of a session's history with the changes of each version, so that a reader
/// needs no request for each version.
struct InspectedHistory {
  let after: Int
  let limit: Int
  /// The version whose state the reader has.
  private let from: Int?

  init(_ request: HTTPRequest) throws(Problem) {
    let query = try request.query(allowing: ["after", "from", "limit"])
    after = try query.integer("after", 0...Int.max) ?? -1
    limit = try query.integer("limit", 1...HistoryRoutes.maximumPage) ?? HistoryRoutes.defaultPage
    from = try query.integer("from", 0...Int.max)
  }

  /// Returns the page of a session in memory.
  func json(of session: any Session) -> JSONWriter {
    let base = from.flatMap { session.snapshot(of: $0)?.content }
    return json(of: session.versions(after: after, limit: limit), from: base)
  }

  /// Returns the page of a stored session.
  func json(of saved: SavedSession) -> JSONWriter {
    let base = from.flatMap { from in
      saved.versions(after: from - 1, limit: 1).entries.first { $0.entry.version == from }?
        .state
    }
    return json(of: saved.versions(after: after, limit: limit), from: base)
  }

  /// A version whose state is kept has a patch from that of the one before, or else the state itself.
  private func json(
    of page: HistoryPage<SessionJournal.Version>, from base: [UInt8]?
  ) -> JSONWriter {
    var before = base.flatMap { state in from.map { (version: $0, state: state) } }
    var json = JSONWriter()
    json.beginObject()
    page.writeMembers(to: &json) { version, json in
      version.entry.write(to: &json) { json in
        guard let state = version.state else { return }
        if let before {
          json.member("from", before.version)
          json.member("patch", json: HistoryRoutes.patch(from: before.state, to: state, at: ""))
        } else {
          json.member("state", json: state)
        }
        before = (version.entry.version, state)
      }
    }
    json.endObject()
    return json
  }
}
