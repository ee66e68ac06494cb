import BackstackHTTP

extension SessionService {
  /// `GET /sessions/{id}`
  var readSession: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}", .readSession) {
      [self] (request, parameters, responder) throws(Problem) in
      let entry = try session(parameters)
      try request.requireJSONAccepted()
      let wait = try request.query(allowing: ["wait"]).integer("wait", 0...Int.max) ?? 0
      let version = entry.session.version
      if wait > 0, request.hasVersion(version) {
        let isWaiting = whenChanged(
          entry.session, after: version, within: wait, responder
        ) { [self] in
          do throws(Problem) {
            return try snapshotUnlessKnown(request, session(parameters))
          } catch {
            return error.response
          }
        }
        if isWaiting { return }
      }
      responder.respond(try snapshotUnlessKnown(request, entry))
    }
  }

  /// The snapshot of a session, or 304 for a client that has it.
  private func snapshotUnlessKnown(
    _ request: HTTPRequest, _ entry: SessionRegistry.Entry
  ) throws(Problem) -> HTTPResponse {
    let version = entry.session.version
    if request.hasVersion(version) { return .notModified(version: version) }
    return try snapshotResponse(entry)
  }

  /// `GET /sessions/{id}/path`
  var readPath: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}/path", .readPath) {
      [self] (request, parameters) throws(Problem) in
      let entry = try session(parameters)
      try request.requireJSONAccepted()
      let (json, version) = try entry.session.path()
      if request.hasVersion(version) { return .notModified(version: version) }
      return .json(json, version: version)
    }
  }

  /// `DELETE /sessions/{id}`
  var endSession: ServiceRoute {
    ServiceRoute(.delete, "/sessions/{id}", .endSession) {
      [self] (request, parameters) throws(Problem) in
      let entry = try session(parameters)
      let condition = request.versionCondition
      if condition != .any, !condition.isMet(by: entry.session.version) {
        throw withSnapshot(.versionMismatch, of: entry)
      }
      registry.end(entry.session.context.id, .deleted, now: configuration.now())
      return HTTPResponse(status: .noContent)
    }
  }
}

extension HTTPResponse {
  fileprivate static func notModified(version: Int) -> HTTPResponse {
    HTTPResponse(
      status: .notModified, fields: [.eTag: "\"\(version)\"", .cacheControl: "no-store"])
  }
}
