/// One connection of a client, without I/O: events go in, the steps that follow come out.
///
/// It carries one request after another (RFC 9112 §9.3); the next one is sent once the response to the
/// last one is complete.
struct HTTPClientConnection: Sendable {
  /// An event of the connection.
  enum Event: Sendable {
    /// The connection is open.
    case connected
    /// The next request has to be sent; only while ``HTTPClientConnection/isIdle``, or before the
    /// connection is open.
    case send(HTTPClientRequest)
    /// Bytes came from the server.
    case received([UInt8])
    /// The server has closed its side of the connection.
    case ended
    /// The connection could not be opened, or is broken.
    case broken
    /// Nobody waits for the response any more.
    case abandoned
  }

  /// The steps that the loop performs, in this order.
  enum Step: Sendable {
    case write([UInt8])
    /// Pass on the head of the response.
    case head(HTTPResponseHead)
    /// Pass on a part of its content.
    case content([UInt8])
    /// The response is complete.
    case complete
    /// There is no response, or the rest of it will not come.
    case fail(HTTPClientFailure)
    case close
  }

  private enum Phase: Sendable {
    case connecting(HTTPClientRequest?)
    case idle
    /// A request was sent, at least in part.
    case exchanging
    case closed
  }

  private let host: String
  private var phase = Phase.connecting(nil)
  private var parser: HTTPResponseParser

  /// - Parameters:
  ///   - host: The value of `Host`.
  ///   - limits: The limits of responses.
  init(host: String, limits: HTTPLimits) {
    self.host = host
    parser = HTTPResponseParser(limits: limits)
  }

  /// Whether it can carry the next request.
  var isIdle: Bool { if case .idle = phase { true } else { false } }

  var isClosed: Bool { if case .closed = phase { true } else { false } }

  mutating func handle(_ event: Event) -> [Step] {
    switch (event, phase) {
    case (.connected, .connecting(let request)):
      phase = .idle
      return request.map { send($0) } ?? []
    case (.send(let request), .connecting(nil)):
      phase = .connecting(request)
      return []
    case (.send(let request), .idle): return send(request)
    case (.send, _): return [.fail(HTTPClientFailure("The connection is in use.", isSent: false))]
    case (.received(let bytes), .exchanging): return receive(bytes)
    // A response to nothing: what follows can't be matched with a request (RFC 9112 §9.2).
    case (.received, .idle), (.ended, .idle), (.broken, .idle), (.abandoned, .idle):
      phase = .closed
      return [.close]
    case (.ended, .exchanging):
      let event = parser.finishInput()
      phase = .closed
      if case .end = event { return [.complete, .close] }
      return [
        .fail(HTTPClientFailure("The connection was closed before the response was complete.")),
        .close,
      ]
    case (.broken, .exchanging):
      phase = .closed
      return [.fail(HTTPClientFailure("The connection was lost.", isUnreachable: true)), .close]
    case (.ended, .connecting(let request)), (.broken, .connecting(let request)):
      phase = .closed
      return (request == nil ? [] : [.fail(.unreachable)]) + [.close]
    // The response could still come, so the connection can't be used for another one.
    case (.abandoned, .exchanging), (.abandoned, .connecting):
      phase = .closed
      return [.close]
    case (.received, .connecting), (.connected, _), (_, .closed): return []
    }
  }

  private mutating func send(_ request: HTTPClientRequest) -> [Step] {
    parser.start(toHead: request.method == .head)
    phase = .exchanging
    return [.write(request.bytes(host: host))]
  }

  private mutating func receive(_ bytes: [UInt8]) -> [Step] {
    var steps: [Step] = []
    var position = 0
    while true {
      switch parser.next(bytes.span, &position) {
      case .needsInput: return steps
      case .head: steps.append(.head(parser.head))
      case .content(let range):
        steps.append(.content(range == bytes.indices ? bytes : Array(bytes[range])))
      case .end:
        // What follows the response belongs to nothing.
        let isReusable = parser.head.keepsAlive && position == bytes.count
        phase = isReusable ? .idle : .closed
        return steps + (isReusable ? [.complete] : [.complete, .close])
      case .failed(let error):
        phase = .closed
        return steps + [.fail(HTTPClientFailure(error.message)), .close]
      }
    }
  }
}

/// Why a client has no response, or only a part of one.
package struct HTTPClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, for logs.
  package let message: String
  /// Whether the request, or a part of it, was sent: the server may have processed it then. That the
  /// connection was closed without a response proves nothing (RFC 9110 §9.2.2).
  package let isSent: Bool
  /// Whether the connection could not be opened or broke, so that the next one may as well.
  package let isUnreachable: Bool

  init(_ message: String, isSent: Bool = true, isUnreachable: Bool = false) {
    self.message = message
    self.isSent = isSent
    self.isUnreachable = isUnreachable
  }

  static var unreachable: Self {
    Self("The server can't be reached.", isSent: false, isUnreachable: true)
  }

  package var description: String { message }
}
