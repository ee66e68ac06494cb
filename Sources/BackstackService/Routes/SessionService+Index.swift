import BackstackHTTP

extension SessionService {
  /// `GET /`
  var readIndex: ServiceRoute {
    ServiceRoute(.get, "/", .readIndex) {
      (request, _) throws(Problem) in
      try request.requireJSONAccepted()
      var json = JSONWriter()
      json.beginObject()
      json.member("name", "Backstack")
      json.member("features", "/features")
      json.member("sessions", "/sessions")
      json.member("openapi", "/openapi.yaml")
      json.member("health", "/healthz")
      json.endObject()
      return .json(json.bytes)
    }
  }
}
