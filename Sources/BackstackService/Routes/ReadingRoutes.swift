import BackstackHTTP
import BackstackSessions

/// The routes that read a session, and the one that ends it.
struct ReadingRoutes: Sendable {
  let service: SessionService

  /// `GET /sessions/{id}`
  var readSession: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}", .readSession, of: service, for: .read, takesQuery: true) {
      [self] exchange throws(Problem) in
      let query = try exchange.request.query(allowing: ["wait"])
      try read(exchange, query, .read) { [service] reply throws(Problem) in
        try service.snapshotResponse(reply.entry, caching: .revalidated)
      }
    }
  }

  /// `GET /sessions/{id}/screen`
  var readScreen: ServiceRoute {
    ServiceRoute(
      .get, "/sessions/{id}/screen", .readScreen, of: service, for: .read, takesQuery: true
    ) {
      [self] exchange throws(Problem) in
      let query = try exchange.request.query(allowing: ["wait"])
      try read(exchange, query, .read, isScreen: true) {
        [service] reply throws(Problem) in
        try service.snapshotResponse(reply.entry, as: .screen, caching: .revalidated)
      }
    }
  }

  /// `GET /sessions/{id}/path`
  var readPath: ServiceRoute {
    ServiceRoute(.get, "/sessions/{id}/path", .readPath, of: service, for: .read, takesQuery: true)
    {
      [self] exchange throws(Problem) in
      let query = try exchange.request.query(allowing: ["name", "wait"])
      let name = query.text("name")
      try read(exchange, query, .readPath(name: name)) { reply throws(Problem) in
        let (json, version) = try Problem.translating(reply.session.path(named: name))
        return .json(json, version: version, caching: .revalidated)
      }
    }
  }

  /// Responds with a part of a session as it is now, or as the request's conditions demand; with
  /// `wait`, once there is another version.
  private func read(
    _ exchange: SessionExchange, _ query: Query, _ command: SessionRequest.Command,
    isScreen: Bool = false, make: @escaping SessionExchange.Respond
  ) throws(Problem) {
    if isScreen {
      try exchange.request.requireScreenAccepted()
    } else {
      try exchange.request.requireJSONAccepted()
    }
    let conditions = try Preconditions(exchange.request)
    var asked = exchange.asking(command)
    if let seconds = try query.integer("wait", 0...Int.max), seconds > 0 {
      asked.wait = .change(from: conditions.awaited, seconds: seconds)
    }
    if conditions.isNone { return exchange.perform(asked, respond: make) }
    exchange.perform(asked) { [service] reply throws(Problem) in
      if let response = try service.response(
        to: conditions, at: reply.entry.session.version, of: reply.entry)
      {
        return response
      }
      return try make(reply)
    }
  }

  /// `DELETE /sessions/{id}`
  var endSession: ServiceRoute {
    ServiceRoute(.delete, "/sessions/{id}", .endSession, of: service, for: .end) {
      exchange throws(Problem) in
      let conditions = try Preconditions(exchange.request)
      var asked = exchange.asking(.end)
      asked.key = try IdempotencyKey(exchange.request)
      asked.condition = conditions.ofChange
      exchange.perform(asked, if: conditions) { _ in .ended }
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
