import BackstackHTTP
import BackstackSessions

/// The routes that read a session, and the one that ends it.
struct ReadingRoutes: Sendable {
  let service: SessionService

  /// `GET /sessions/{id}`
  var readSession: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}", .readSession, of: service, for: .read, takesQuery: true) {
      [self] (request, entry, _, responder) throws(Problem) in
      let query = try request.query(allowing: ["wait"])
      try read(request, query, entry, responder) { [self] (entry) throws(Problem) in
        try service.snapshotResponse(entry, caching: .revalidated)
      }
    }
  }

  /// `GET /sessions/{id}/path`
  var readPath: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}/path", .readPath, of: service, for: .read, takesQuery: true)
    {
      [self] (request, entry, _, responder) throws(Problem) in
      let query = try request.query(allowing: ["name", "wait"])
      let name = query.text("name")
      // Conditions count only where there is a stack (RFC 9110 §13.2.1).
      if request.mayHave(.ifMatch) || request.mayHave(.ifNoneMatch) {
        try Problem.from { () throws(SessionError) in try entry.session.requirePath(named: name) }
      }
      try read(request, query, entry, responder) { (entry) throws(Problem) in
        let (json, version) = try Problem.from { () throws(SessionError) in
          try entry.session.path(named: name)
        }
        return .json(json, version: version, caching: .revalidated)
      }
    }
  }

  /// Responds with a part of a session as it is now, or as the request's conditions demand; with
  /// `wait`, once there is another version.
  private func read(
    _ request: HTTPRequest, _ query: Query, _ entry: SessionRegistry.Entry,
    _ responder: HTTPResponder,
    make: @escaping @Sendable (SessionRegistry.Entry) throws(Problem) -> HTTPResponse
  ) throws(Problem) {
    try request.requireJSONAccepted()
    let wait = try query.integer("wait", 0...Int.max) ?? 0
    let version = entry.session.version
    let conditions = try Preconditions(request)
    if wait > 0, conditions.waits(at: version) {
      let isWaiting = service.whenChanged(
        entry.session, after: version, within: wait, responder
      ) { [self] in
        do throws(Problem) {
          let access = service.access(request.principal, .read)
          let entry = try service.activeSession(entry.session.context.id, for: access)
          return try respond(entry, if: conditions, make)
        } catch {
          // It goes on elsewhere, at this version or a later one.
          return error.isOfPassivation ? .notModified(version: version) : error.response
        }
      }
      if isWaiting { return }
    }
    responder.respond(try respond(entry, if: conditions, make))
  }

  private func respond(
    _ entry: SessionRegistry.Entry, if conditions: Preconditions,
    _ make: (SessionRegistry.Entry) throws(Problem) -> HTTPResponse
  ) throws(Problem) -> HTTPResponse {
    let version = entry.session.version
    if let response = try service.response(to: conditions, at: version, of: entry) {
      return response
    }
    return try make(entry)
  }

  /// `DELETE /sessions/{id}`
  var endSession: ServiceRoute {
    ServiceRoute(.delete, "/sessions/{id}", .endSession, of: service, for: .end) {
      [self] (request, entry, _, responder) throws(Problem) in
      let key = try IdempotencyKey(request)
      let conditions = try Preconditions(request)
      let condition = conditions.ofChange
      if condition != .any, !condition.isMet(by: entry.session.version) {
        throw service.problem(.versionMismatch, of: entry, conditions)
      }
      service.directory.end(entry.session.context.id, .deleted(by: key?.digest))
      responder.respond(.ended)
    }
  }
}

extension HTTPResponse {
  static func notModified(version: Int) -> HTTPResponse {
    HTTPResponse(
      status: .notModified,
      fields: [.eTag: "\"\(version)\"", .cacheControl: Caching.revalidated.fieldValue])
  }
}

extension HTTPResponse {
  /// The response to a request that ended a session.
  static var ended: HTTPResponse {
    HTTPResponse(status: .noContent, fields: [.cacheControl: "no-store"])
  }
}
