import BackstackHTTP
import BackstackWeb

/// Authenticates the client of a request and decides whether it may send the request now.
struct Admission: HTTPMiddleware {
  let keys: [APIKey]
  let limiter: RateLimiter?
  /// The tickets, which replace credentials where a client can't send any.
  let tickets: EventTickets
  /// Returns whether the session of a request may be at another node, which knows its tickets.
  let mayForward: @Sendable (HTTPRequest) -> Bool
  /// The files for browsers, which need no key and are not counted.
  let files: WebFiles?
  /// Returns whether a request goes to a route of the host that needs no key.
  let isOpenRoute: @Sendable (HTTPRequest) -> Bool
  /// The monotonic clock.
  let steady: @Sendable () -> MonotonicInstant

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    if Self.isProbe(request.path) || isFile(request) {
      return next.respond(to: request, responder)
    }
    let credentials = keys.isEmpty ? nil : request.fields[.authorization]
    let key = credentials.flatMap(Self.token).flatMap { keys.key(matching: Array($0.utf8)) }
    var request = request
    if let key {
      request.principal = HTTPPrincipal(id: key.name)
    } else if credentials == nil, let holder = tickets.holder(for: request) {
      // The route redeems the ticket, for the session that the request names.
      request.principal = holder.principal
    }

    var responder = responder
    if let limiter {
      let state = limiter.take(RateLimiter.Client(request), at: Double(steady().nanoseconds) / 1e9)
      guard state.isTaken else { return responder.respond(limiter.problem(state).response) }
      responder = responder.intercepting(errorResponse: BackstackServer.problemResponse) {
        response in
        var response = response
        limiter.note(state, in: &response.fields)
        return response
      }
    }
    if !keys.isEmpty, request.principal == nil, !Self.isOpen(request.path),
      !isOpenRoute(request)
    {
      let isTicket = credentials == nil && EventTickets.text(in: request) != nil
      // Only nodes ask each other whose a ticket is.
      if isTicket, mayForward(request), !request.fields.contains(PeerFields.holder) {
        return next.respond(to: request, responder)
      }
      let problem: Problem =
        isTicket ? .invalidTicket : .unauthorized(hasToken: credentials.flatMap(Self.token) != nil)
      return responder.respond(problem.response)
    }
    next.respond(to: request, responder)
  }

  /// Returns whether a path is a monitoring probe's. Probes need no key and are not counted.
  static func isProbe(_ path: String) -> Bool {
    ["/healthz", "/livez", "/readyz", "/metrics"].contains(path)
  }

  /// Returns whether a request reads a file for browsers. Other paths beside those of the files may
  /// belong to the host's own middleware.
  private func isFile(_ request: HTTPRequest) -> Bool {
    guard let files, request.method == .get || request.method == .head else { return false }
    return WebRoutes.file(at: request.path, of: files) != nil
  }

  /// Returns whether a path needs no key. Every path that is not listed needs one, however it is
  /// spelled.
  static func isOpen(_ path: String) -> Bool {
    ["/", "/features", "/openapi.yaml", "/openapi.json", "/problems"].contains(path)
      || path.hasPrefix("/features/") || path.hasPrefix(ProblemGuide.folder)
  }

  /// Returns the token of `Bearer` credentials.
  static func token(_ credentials: String) -> Substring? {
    let parts = credentials.split(separator: " ", omittingEmptySubsequences: true)
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : nil
  }
}

extension Problem {
  /// The problem of a request without a key of this server. Only a token can be invalid (RFC 6750 §3.1).
  static func unauthorized(hasToken: Bool) -> Problem {
    var problem = Problem(
      .unauthorized,
      hasToken
        ? "The API key is not one of this server's."
        : "Send an API key of this server: Authorization: Bearer …")
    problem.fields.set(
      .wwwAuthenticate,
      hasToken
        ? #"Bearer realm="backstack", error="invalid_token""# : #"Bearer realm="backstack""#)
    return problem
  }
}

extension HTTPPeerAddress {
  /// The text that identifies the client's network: the IPv4 address, or the first 64 bits of an
  /// IPv6 address, as an IPv6 client can use as many addresses of its network as it likes.
  var network: String {
    let host = host
    let groups = host.split(separator: ":", omittingEmptySubsequences: false)
    return groups.count == 8 ? groups.prefix(4).joined(separator: ":") : host
  }
}
