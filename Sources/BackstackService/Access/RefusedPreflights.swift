import BackstackHTTP
import BackstackPlatform
import BackstackSessions

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
