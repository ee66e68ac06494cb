/// An incremental parser of HTTP/1.1 requests (RFC 9112): bytes in, events out, no I/O.
///
/// Input may be split anywhere; the events are the same except for the pieces of the body. After a
/// failure no further byte is parsed: input after a framing error can't be trusted.
struct HTTPRequestParser: Sendable {
  /// The result of a parsing step.
  enum Event: Sendable {
    /// All input was consumed; more is needed.
    case needsInput
    /// The head is complete and valid: see ``HTTPRequestParser/head``.
    case head
    /// Part of the content, as a range of the input.
    case body(Range<Int>)
    /// The request is complete.
    case end
    /// The request can't be served and the connection must be closed; ``HTTPRequestParser/head``
    /// has the parts that were parsed before.
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

  /// The limits; `bodyBytes` may be set again after each head.
  var limits: HTTPLimits
  var head = HTTPRequestHead()
  var state = State.requestLine
  /// The error of the state `failed`; separate from it, so that reading the state copies nothing, and
  /// in memory of its own, as few connections fail.
  private var failure: Failure?

  private final class Failure: Sendable {
    let error: HTTPError

    init(_ error: HTTPError) { self.error = error }
  }

  /// The start of the incomplete line in `head.fields.bytes`.
  var lineStart = 0
  var emptyLines = 0
  /// The number of bytes of the complete field lines.
  var sectionBytes = 0
  var framing = HTTPMessageFraming()
  var chunks = HTTPChunkedCoding()

  init(limits: HTTPLimits) { self.limits = limits }

  /// Whether no byte of a request has arrived yet, apart from empty lines.
  var isAtStart: Bool {
    if case .requestLine = state { return head.fields.bytes.isEmpty }
    return false
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
      return .failed(failure?.error ?? .malformed("The request is malformed."))
    }
  }

  /// Prepares for the next request; the head must have been taken.
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
    failure = Failure(error)
    return .failed(error)
  }
}

extension HTTPRequestParser {
  /// Whether content follows the head just read.
  var hasContent: Bool {
    switch state {
    case .content(let remaining): remaining > 0
    case .chunked: true
    default: false
    }
  }

  /// The number of bytes of content to come, if its length was announced.
  var contentLength: Int? {
    if case .content(let remaining) = state { remaining } else { nil }
  }
}
