/// How a request ended, for logs and metrics.
struct HTTPOutcome: Sendable {
  var status: Int
  /// The length of the answer's content as it is sent.
  var contentBytes: Int
  /// Why the connection answered by itself; `nil` for the answer of a handler.
  var error: HTTPError.Code?
}

/// What a connection can wait for in vain. An open set.
struct HTTPTimeoutKind: Sendable, Hashable {
  let name: String

  static let header = HTTPTimeoutKind(name: "header")
  static let body = HTTPTimeoutKind(name: "body")
  static let idle = HTTPTimeoutKind(name: "idle")
  static let write = HTTPTimeoutKind(name: "write")
}

extension HTTPConnection {
  /// How the last request ended, told once.
  mutating func takeOutcome() -> HTTPOutcome? { outcome.take() }
}
