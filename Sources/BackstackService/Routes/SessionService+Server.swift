import BackstackHTTP

extension SessionService {
  /// `GET /features`
  var listFeatures: ServiceRoute {
    ServiceRoute(.get, "/features", .listFeatures) {
      [self] (request, _) throws(Problem) in
      try request.requireJSONAccepted()
      var json = JSONWriter()
      json.beginObject()
      json.key("features")
      json.beginArray()
      for feature in features.values.sorted(by: { $0.name < $1.name }) {
        json.beginObject()
        json.member("name", feature.name)
        json.member("links", json: (feature.hasLinks ? "true" : "false").utf8)
        json.key("presentationStyles")
        json.beginObject()
        for (name, style) in feature.presentationStyles.sorted(by: { $0.key < $1.key }) {
          json.member(name, style.rawValue)
        }
        json.endObject()
        json.endObject()
      }
      json.endArray()
      json.endObject()
      return .json(json.bytes)
    }
  }

  /// `GET /healthz`
  var health: ServiceRoute {
    ServiceRoute(.get, "/healthz", .health) { (_, _) throws(Problem) in .ok }
  }

  /// `GET /livez`
  var liveness: ServiceRoute {
    ServiceRoute(.get, "/livez", .liveness) { (_, _) throws(Problem) in .ok }
  }

  /// `GET /readyz`
  var readiness: ServiceRoute {
    ServiceRoute(.get, "/readyz", .readiness) { [self] (_, _) throws(Problem) in
      if isDraining { throw .draining }
      return .ok
    }
  }

  /// `GET /metrics`
  var readMetrics: ServiceRoute {
    ServiceRoute(.get, "/metrics", .readMetrics) { [metrics] (_, _) throws(Problem) in
      metrics.response()
    }
  }

  /// `GET /openapi.yaml`
  var openAPIDocument: ServiceRoute {
    ServiceRoute(.get, "/openapi.yaml", .openAPIDocument) {
      [self] (_, _) throws(Problem) in
      HTTPResponse(
        fields: [.contentType: "application/yaml", .cacheControl: "no-cache"],
        body: .text(OpenAPIDocument.yaml(for: routes)))
    }
  }
}

extension HTTPResponse {
  fileprivate static var ok: HTTPResponse { .json(Array(#"{"status":"ok"}"#.utf8)) }
}
