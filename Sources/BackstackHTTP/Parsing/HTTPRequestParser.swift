/// An incremental parser of HTTP/1.1 requests (RFC 9112): bytes in, events out, no I/O.
///
/// Input may be split anywhere; the events are the same but for the pieces of the body. After a
/// failure no further byte is looked at: what follows a framing error cannot be trusted.
struct HTTPRequestParser: Sendable {
  /// What the parser found.
  enum Event: Sendable {
    /// All input was consumed; more is needed.
    case needsInput
    /// The head is complete and valid: see ``HTTPRequestParser/head``.
    case head
    /// Part of the content, as a range of the input.
    case body(Range<Int>)
    /// The request is complete.
    case end
    /// The request cannot be served and the connection must be closed; ``HTTPRequestParser/head``
    /// has what was parsed of it before.
    case failed(HTTPError)
  }

  enum State: Sendable {
    case requestLine
    case fields
    case content(remaining: Int)
    case chunked
    case ended
    case failed
  }

  /// How much is read; `bodyBytes` may be set anew after each head.
  var limits: HTTPLimits
  var head = HTTPRequestHead()
  var state = State.requestLine
  /// Why the state is `failed`: apart from it, so that a look at the state copies nothing.
  private var failure: HTTPError?
  /// The start of the unfinished line in `head.fields.bytes`.
  var lineStart = 0
  var emptyLines = 0
  /// The bytes of the complete field lines.
  var sectionBytes = 0
  var framing = HTTPMessageFraming()
  var chunks = HTTPChunkedCoding()

  init(limits: HTTPLimits) { self.limits = limits }

  /// Whether no byte of a request was seen yet, empty lines aside.
  var isAtStart: Bool {
    if case .requestLine = state { return head.fields.bytes.isEmpty }
    return false
  }

  /// Whether the head is complete and the content is not.
  var isInBody: Bool {
    switch state {
    case .content, .chunked: true
    default: false
    }
  }

  /// Consumes `input` from `position` up to the next event.
  mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event {
    switch state {
    case .requestLine, .fields:
      return nextInHead(input, &position)
    case .content(let remaining):
      if remaining == 0 { return finish() }
      let count = min(remaining, input.count &- position)
      if count <= 0 { return .needsInput }
      let range = position..<(position &+ count)
      position = range.upperBound
      state = .content(remaining: remaining &- count)
      return .body(range)
    case .chunked:
      switch chunks.next(input, &position, limits) {
      case .needsInput: return .needsInput
      case .data(let range): return .body(range)
      case .end: return finish()
      case .failed(let error): return fail(error)
      }
    case .ended:
      return .needsInput
    case .failed:
      return .failed(failure ?? .malformed("The request is malformed."))
    }
  }

  /// Prepares for the request that follows; the head must have been taken.
  mutating func startNext() {
    guard case .ended = state else { return }
    head.reset()
    state = .requestLine
    lineStart = 0
    emptyLines = 0
    sectionBytes = 0
    framing = HTTPMessageFraming()
  }

  mutating func finish() -> Event {
    state = .ended
    return .end
  }

  mutating func fail(_ error: HTTPError) -> Event {
    state = .failed
    failure = error
    return .failed(error)
  }
}
