import BackstackHTTP

/// Refuses requests for hosts that this server does not serve (RFC 9110 §7.4).
struct AllowedHosts: HTTPMiddleware {
  private let hosts: Set<String>

  /// Creates the middleware.
  ///
  /// - Parameter hosts: The allowed hosts. A host without a port allows every port.
  init(_ hosts: [String]) { self.hosts = Set(hosts.map { $0.lowercased() }) }

  func respond(to request: HTTPRequest, _ responder: HTTPResponder, next: any HTTPHandler) {
    // Orchestrators use whatever address they know, and probes reveal nothing.
    if Self.isHealth(request.path) || isAllowed(request.authority ?? "") {
      return next.respond(to: request, responder)
    }
    responder.fail(Self.refusal)
  }

  /// The error of a request for another host.
  static let refusal = HTTPError(
    status: .misdirectedRequest, code: .misdirectedRequest,
    message: "This server does not serve the host that the request names.")

  func isAllowed(_ host: String) -> Bool {
    let host = host.lowercased()
    return hosts.contains(host) || hosts.contains(Self.withoutPort(host))
  }

  private static func withoutPort(_ host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") else { return host }
    return String(host[..<colon])
  }

  private static func isHealth(_ path: String) -> Bool {
    ["/healthz", "/livez", "/readyz"].contains(path)
  }
}

extension ServiceConfiguration {
  /// Returns whether a text is a host as ``allowedHosts`` expects it: in lower case, with or
  /// without a port.
  public static func isHost(_ text: String) -> Bool {
    text.wholeMatch(of: /(?:[a-z0-9.\-_]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?/) != nil
  }
}
