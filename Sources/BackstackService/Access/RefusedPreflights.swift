import BackstackHTTP
import BackstackLocking

/// Reports the web pages that browsers keep from using the service: a page sees a failure without a reason,
/// and the service gets no request but the one that asks for permission (Fetch, "CORS-preflight fetch").
struct RefusedPreflights: HTTPMiddleware {
  /// The origins that may use the service.
  let origins: Set<String>
  /// Gets the origin of the page.
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
  /// Logs a preflight that is refused; so many within a second as issues of a feature.
  func reportPreflight(from origin: String) {
    // No feature has this name, or shares its lines with this.
    let suppressed = issueThrottle.withLock { $0.admit("OPTIONS", now: clock.steady()) }
    guard let suppressed else { return }
    configuration.logEvent(.warning, "preflight-refused") { line in
      line.member("origin", Problem.excerpt(origin))
      line.member(
        "message",
        "A web page of this origin may not use the service; --cors-origins and allowedOrigins name those "
          + "that may.")
      if suppressed > 0 { line.member("suppressed", suppressed) }
    }
  }
}
