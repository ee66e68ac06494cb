/// How a request ended, for logs and metrics.
struct HTTPOutcome: Sendable {
  var status: Int
  /// The length of the answer's content as it is sent.
  var contentBytes: Int
  /// Why the connection answered by itself; `nil` for the answer of a handler.
  var error: HTTPError.Code?

  /// Errors that are time-outs or refusals, which have counters of their own.
  static let countedElsewhere: Set<HTTPError.Code> = [
    .requestTimeout, .answerTimeout, .tooManyConnections,
  ]
}

/// What a connection can wait for in vain. An open set.
struct HTTPTimeoutKind: Sendable, Hashable {
  let name: String

  static let header = HTTPTimeoutKind(name: "header")
  static let body = HTTPTimeoutKind(name: "body")
  static let idle = HTTPTimeoutKind(name: "idle")
  static let answer = HTTPTimeoutKind(name: "answer")
  static let write = HTTPTimeoutKind(name: "write")
}

extension HTTPConnection {
  /// How the last request ended, told once.
  mutating func takeOutcome() -> HTTPOutcome? { outcome.take() }

  /// How the present request ends if the connection does; `nil` when there is none. What was sent of a
  /// stream has the status it was sent with.
  var lostOutcome: HTTPOutcome? {
    switch phase {
    case .answering:
      HTTPOutcome(status: HTTPAccessLogRecord.clientClosedRequest, contentBytes: 0)
    case .streaming:
      outgoing.map { HTTPOutcome(status: $0.status, contentBytes: $0.sentBytes) }
    case .reading, .closing, .lingering, .closed: nil
    }
  }
}
