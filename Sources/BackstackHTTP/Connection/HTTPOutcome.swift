/// The outcome of a request, for logs and metrics.
struct HTTPOutcome: Sendable {
  var status: Int
  /// The length of the response's content in bytes, as sent.
  var contentBytes: Int
  /// The traffic of a connection that was switched to another protocol.
  var switched: HTTPSwitchedTraffic?
  /// The error if the connection itself generated the response; `nil` for a handler's response.
  var error: HTTPError.Code?

  /// Errors with counters of their own: timeouts and refusals.
  static let countedElsewhere: Set<HTTPError.Code> = [
    .requestTimeout, .responseTimeout, .tooManyConnections,
  ]
}

/// A kind of timeout. An open set.
struct HTTPTimeoutKind: Sendable, Hashable {
  let name: String

  static let header = HTTPTimeoutKind(name: "header")
  static let body = HTTPTimeoutKind(name: "body")
  static let idle = HTTPTimeoutKind(name: "idle")
  static let response = HTTPTimeoutKind(name: "answer")
  static let write = HTTPTimeoutKind(name: "write")
}
