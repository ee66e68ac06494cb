/// An incremental parser of HTTP/1.1 responses (RFC 9112): bytes in, events out, no I/O.
///
/// Input may be split anywhere; the events are the same except for the pieces of the content.
/// Interim responses (RFC 9110 §15.2) are skipped. After a failure no further byte is parsed.
struct HTTPResponseParser: Sendable {
  /// The result of a parsing step.
  enum Event: Sendable {
    /// All input was consumed; more is needed.
    case needsInput
    /// The head is complete and valid: see ``HTTPResponseParser/head``.
    case head
    /// Part of the content, as a range of the input.
    case content(Range<Int>)
    /// The response is complete.
    case end
    /// The response can't be used, and neither can the connection.
    case failed(HTTPError)
  }

  private enum State: Sendable {
    case head
    case content(remaining: Int)
    case chunked
    /// The content ends with the connection (RFC 9112 §6.3 rule 8).
    case untilClose
    case ended
    case failed(HTTPError)
  }

  private let limits: HTTPLimits
  private var state = State.head
  /// Whether the response is one to `HEAD`, which has no content (RFC 9112 §6.3 rule 1).
  private var isToHead = false
  /// The lines of the head so far, the last of which may be incomplete.
  private var lines = HTTPResponseLines()
  private var chunks = HTTPChunkedCoding()
  private var interims = 0
  private(set) var head = HTTPResponseHead()

  /// The maximum number of interim responses before a response.
  private static let maximumInterims = 16

  /// - Parameter limits: The limits of fields, chunks and trailers; those of the content are not
  ///   applied to content whose length is known.
  init(limits: HTTPLimits) { self.limits = limits }

  /// Prepares for the response to the next request.
  mutating func start(toHead isToHead: Bool) {
    state = .head
    self.isToHead = isToHead
    lines = HTTPResponseLines()
    interims = 0
    head = HTTPResponseHead()
  }

  /// Whether no byte of a response has arrived.
  var isAtStart: Bool { if case .head = state { interims == 0 && lines.isEmpty } else { false } }

  /// Consumes `input` from `position` up to the next event.
  mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event {
    switch state {
    case .head:
      while position < input.count {
        switch lines.next(input, &position, limits) {
        case .needsInput: return .needsInput
        case .failed(let error): return fail(error)
        case .complete(let head):
          if let event = finish(head) { return event }
        }
      }
      return .needsInput
    case .content(let remaining):
      if remaining == 0 { return end() }
      let count = min(remaining, input.count &- position)
      if count <= 0 { return .needsInput }
      let range = position..<(position &+ count)
      position = range.upperBound
      state = .content(remaining: remaining &- count)
      return .content(range)
    case .chunked:
      switch chunks.next(input, &position, limits) {
      case .needsInput: return .needsInput
      case .data(let range): return .content(range)
      case .end: return end()
      case .failed(let error): return fail(error)
      }
    case .untilClose:
      let range = position..<input.count
      if range.isEmpty { return .needsInput }
      position = range.upperBound
      return .content(range)
    case .ended: return .needsInput
    case .failed(let error): return .failed(error)
    }
  }

  /// Notes that the server has closed the connection.
  ///
  /// - Returns: `end` if that completes the response; it has been cut off otherwise.
  mutating func finishInput() -> Event {
    switch state {
    case .untilClose: end()
    case .failed(let error): .failed(error)
    case .head, .content, .chunked, .ended:
      fail(.response("The connection was closed before the response was complete."))
    }
  }

  /// Checks the head and chooses the framing of the content (RFC 9112 §6.3).
  ///
  /// - Returns: `nil` for an interim response.
  private mutating func finish(_ complete: HTTPResponseLines.Head) -> Event? {
    let code = complete.head.status.code
    if code < 200 {
      interims += 1
      // Nothing here asks for another protocol (RFC 9110 §7.8).
      if code == 101 { return fail(.response("The server switched protocols unasked.")) }
      if interims > Self.maximumInterims { return fail(.response("Too many interim responses.")) }
      lines = HTTPResponseLines()
      return nil
    }
    head = complete.head
    head.fields.isReceived = true
    let (length, coding) = (complete.contentLength.value, complete.transferEncoding)
    head.keepsAlive = complete.persistence.keepsAlive(head.version)
    // Whether or not there is content: what a proxy reads otherwise could be another message.
    if coding.isPresent, length != nil {
      return fail(.response("Content-Length and Transfer-Encoding came together."))
    }
    if let error = coding.check(head.version) { return fail(error) }
    if isToHead || code == 204 || code == 304 {
      state = .content(remaining: 0)
    } else if coding.isPresent {
      chunks = HTTPChunkedCoding()
      state = .chunked
    } else if let length {
      head.contentLength = length
      state = .content(remaining: length)
    } else {
      head.keepsAlive = false
      state = .untilClose
    }
    return .head
  }

  private mutating func end() -> Event {
    state = .ended
    return .end
  }

  private mutating func fail(_ error: HTTPError) -> Event {
    state = .failed(error)
    return .failed(error)
  }
}

extension HTTPError.Code {
  static let invalidResponse = Self(rawValue: "invalid-response")
}

extension HTTPError {
  /// The error of a response that a client can't use. The status is the one of a gateway that gets
  /// such a response (RFC 9110 §15.6.3).
  static func response(_ message: String) -> HTTPError {
    HTTPError(status: HTTPStatus(502), code: .invalidResponse, message: message)
  }
}
