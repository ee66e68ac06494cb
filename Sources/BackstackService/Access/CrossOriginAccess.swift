import BackstackHTTP
import BackstackPlatform
import BackstackSessions

/// Allows web pages of certain origins to use the service (Fetch, "CORS protocol").
struct CrossOriginAccess: HTTPMiddleware {
  let origins: Set<String>

  /// The number of seconds for which a browser may cache the result of a preflight.
  private static let maximumAge = "600"
  private static let methods = "DELETE, GET, HEAD, POST"
  private static let requestFields =
    "Accept, Accept-Language, Authorization, Backstack-Agent, Content-Type, Idempotency-Key, If-Match, "
    + "If-None-Match, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Prefer, traceparent, "
    + "tracestate, X-Request-Id"
  // Clients that trust the server's clock more than their own compare `Date` with `expiresAt`.
  private static let responseFields =
    "Content-Location, Date, Delta-Base, ETag, Link, Location, Preference-Applied, Processed-Version, RateLimit, "
    + "RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id"

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    let origin = request.fields[.origin].flatMap { origins.contains($0) ? $0 : nil }
    if let origin, request.method == .options, request.fields.contains(.requestMethod) {
      var response = HTTPResponse(status: .noContent)
      response.fields.append(.allowOrigin, origin)
      response.fields.append("Access-Control-Allow-Methods", Self.methods)
      response.fields.append("Access-Control-Allow-Headers", Self.requestFields)
      response.fields.append("Access-Control-Max-Age", Self.maximumAge)
      response.fields.append(.vary, "Origin")
      return responder.respond(response)
    }
    next.respond(
      to: request,
      responder.intercepting(errorResponse: BackstackServer.problemResponse) { response in
        var response = response
        // For all origins: a cache must not serve one origin the response for another.
        response.fields.append(.vary, "Origin")
        if let origin {
          response.fields.append(.allowOrigin, origin)
          response.fields.append("Access-Control-Expose-Headers", Self.responseFields)
        }
        return response
      })
  }
}

extension ServiceConfiguration {
  /// Returns whether a text is an origin as browsers write it: scheme, host, and the port unless it
  /// is the scheme's default.
  public static func isOrigin(_ text: String) -> Bool {
    let pattern = /(https?):\/\/(?:[a-z0-9.\-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/
    guard let match = text.wholeMatch(of: pattern) else { return false }
    switch (match.1, match.2) {
    case ("http", ":80"), ("https", ":443"): return false
    default: return true
    }
  }
}

extension HTTPFieldName {
  static let allowOrigin = HTTPFieldName("Access-Control-Allow-Origin")
  static let requestMethod = HTTPFieldName("Access-Control-Request-Method")
}

extension SessionService {
  /// Returns the middleware in front of the routes that the configuration asks for.
  func accessControl(of router: HTTPRouter) -> [any HTTPMiddleware] {
    var middleware: [any HTTPMiddleware] = []
    if !configuration.basePath.isEmpty { middleware.append(BasePath(configuration.basePath)) }
    if !configuration.allowedHosts.isEmpty {
      middleware.append(AllowedHosts(configuration.allowedHosts))
    }
    middleware.append(
      RefusedPreflights(origins: Set(configuration.allowedOrigins)) { [weak self] origin in
        self?.reportPreflight(from: origin)
      })
    if !configuration.allowedOrigins.isEmpty {
      middleware.append(CrossOriginAccess(origins: Set(configuration.allowedOrigins)))
    }
    // The host's own middleware may check credentials: it sees a request with a ticket as one of
    // the ticket's principal.
    if !configuration.apiKeys.isEmpty || configuration.rateLimit != nil
      || !configuration.middleware.isEmpty
    {
      middleware.append(
        Admission(
          keys: configuration.apiKeys, limiter: limiter,
          tickets: tickets,
          mayForward: { [weak self] in self?.mayForward($0) ?? false },
          files: configuration.webFiles,
          isOpenRoute: isOpenRoute(of: router),
          steady: configuration.sessions.steady))
    }
    return middleware
  }

  /// Returns the middleware behind the host's own, which may have set the principal.
  func rightsControl(of router: HTTPRouter) -> [any HTTPMiddleware] {
    if configuration.keyRights.isEmpty { return [] }
    return [
      RightsGuard(
        rights: configuration.keyRights, router: router,
        pathsWithOwnRights: configuration.pathsWithOwnRights)
    ]
  }

  /// The router decides, as a path may have the form of several routes.
  private func isOpenRoute(of router: HTTPRouter) -> @Sendable (HTTPRequest) -> Bool {
    let open = configuration.routes.filter { $0.access == .anyone }
    return { request in
      guard !open.isEmpty, let route = router.route(for: request) else { return false }
      return open.contains { $0.method == route.method && $0.pattern == route.pattern }
    }
  }

  /// Returns whether the session in the path of a request may be at another node of a cluster.
  private func mayForward(_ request: HTTPRequest) -> Bool {
    guard cluster != nil else { return false }
    let id = request.path.split(separator: "/").dropFirst().first.flatMap { SessionID(String($0)) }
    return id.map { directory.find($0) == nil } ?? false
  }

  /// Makes the response to an error that the HTTP server finds before the middleware has a request.
  ///
  /// The origin of the page is not known then. If any origin may use the service, every page may
  /// read the response: it says nothing about sessions.
  var errorResponse: @Sendable (HTTPError) -> HTTPResponse {
    let base = configuration.basePath.isEmpty ? nil : BasePath(configuration.basePath)
    let isForAny = !configuration.allowedOrigins.isEmpty
    guard base != nil || isForAny else { return BackstackServer.problemResponse }
    return { error in
      var response = BackstackServer.problemResponse(error)
      if let base { response = base.complete(response) }
      if isForAny { response.fields.append(.allowOrigin, "*") }
      return response
    }
  }
}

/// Reports the web pages that browsers keep from using the service. Such a page sees a failure
/// without a reason, and the service sees only the preflight (Fetch, "CORS-preflight fetch").
struct RefusedPreflights: HTTPMiddleware {
  /// The origins that may use the service.
  let origins: Set<String>
  /// Receives the origin of the page.
  let report: @Sendable (_ origin: String) -> Void

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    if request.mayHave(.requestMethod), request.method == .options,
      request.fields.contains(.requestMethod), let origin = request.fields[.origin],
      !origins.contains(origin)
    {
      report(origin)
    }
    next.respond(to: request, responder)
  }
}

extension SessionService {
  /// Logs a refused preflight, with the same limit per second as for the issues of a feature.
  func reportPreflight(from origin: String) {
    // The throttle counts by feature; no feature is named "OPTIONS".
    guard let suppressed = directory.log.admitIssueLine(of: "OPTIONS") else { return }
    configuration.sessions.logEvent(.warning, "preflight-refused") { line in
      line.member("origin", SessionError.excerpt(of: origin))
      line.member(
        "message",
        "A web page of this origin may not use the service; --cors-origins and allowedOrigins name those "
          + "that may.")
      if suppressed > 0 { line.member("suppressed", suppressed) }
    }
  }
}
