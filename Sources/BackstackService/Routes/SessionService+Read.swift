import BackstackHTTP

extension SessionService {
  /// `GET /sessions/{id}`
  var readSession: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}", .readSession) {
      [self] (request, parameters) throws(Problem) in
      let entry = try session(parameters)
      try request.requireJSONAccepted()
      let snapshot = try entry.session.snapshot()
      if request.hasVersion(snapshot.version) { return .notModified(version: snapshot.version) }
      return .json(json(entry, snapshot), version: snapshot.version)
    }
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
      if condition != .any, try !condition.isMet(by: entry.session.snapshot().version) {
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
