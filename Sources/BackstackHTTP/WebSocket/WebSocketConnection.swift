import BackstackPlatform

/// One side of a WebSocket after its handshake, as a state machine without I/O (RFC 6455).
///
/// Bytes and times go in, messages, output and deadlines come out. At most one message, one pong, one
/// ping and one close frame wait to be sent, whatever the peer does.
package struct WebSocketConnection: Sendable {
  package enum Event: Equatable, Sendable {
    case message(WebSocketMessage)
    /// Nothing more will come, for this reason: that of the peer's close frame, or the peer's
    /// mistake.
    case closed(WebSocketClose)
  }

  private enum Phase: Sendable, Equatable {
    case open
    /// The server has closed, and the client's close frame is awaited.
    case closing(WebSocketClose)
    /// Nothing more is read.
    case ended(WebSocketClose)
  }

  private let settings: WebSocketSettings
  /// Whether this is the client's side, whose frames have masks.
  private let isClient: Bool
  private var phase = Phase.open
  private var parser: WebSocketFrameParser
  /// The message whose fragments arrive; `kind` is `nil` between messages.
  private var kind: WebSocketMessage.Kind?
  private var content: [UInt8] = []
  private var text = UTF8Validation()
  /// The frame that arrives, and the content of a control frame.
  private var frame = WebSocketFrame(opcode: .continuation, length: 0)
  private var control: [UInt8] = []

  /// The rest of the message that is being sent. It shares the message's memory.
  private var rest: [ArraySlice<UInt8>] = []
  /// The content of the latest ping without a pong: only that is answered (§5.5.3).
  private var unansweredPing: [UInt8]?
  private var isPingDue = false
  /// The content of the close frame to be sent.
  private var pendingClose: [UInt8]?

  private var now = MonotonicInstant(nanoseconds: 0)
  /// When to send the next ping; ``MonotonicInstant/never`` until the time is known.
  private var nextPing = MonotonicInstant.never
  /// When a pong, or the client's close frame, must have come.
  private var answerDue = MonotonicInstant.never

  /// Creates the connection; call ``advance(to:)`` before anything else.
  ///
  /// - Parameters:
  ///   - settings: The limits on the peer.
  ///   - isClient: Whether this is the client's side.
  package init(_ settings: WebSocketSettings, isClient: Bool = false) {
    self.settings = settings
    self.isClient = isClient
    parser = WebSocketFrameParser(isMasked: !isClient)
  }

  // MARK: - What the owner asks

  /// Whether further bytes of the peer are read.
  package var isReading: Bool { if case .ended = phase { false } else { true } }

  /// Whether the next message can be passed to ``send(_:)``.
  package var wantsMessage: Bool { phase == .open && rest.isEmpty }

  /// Why the connection has ended or ends.
  var reason: WebSocketClose {
    switch phase {
    case .open: WebSocketClose(.abnormal, "The connection has ended.")
    case .closing(let reason), .ended(let reason): reason
    }
  }

  /// Whether there is something to send.
  var hasOutput: Bool {
    !rest.isEmpty || unansweredPing != nil || isPingDue || pendingClose != nil
  }

  /// Whether the connection is over once its output is sent.
  var hasEnded: Bool { !isReading }

  /// The number of bytes of a message that has not arrived completely.
  var bufferedCount: Int { content.count }

  /// When ``advance(to:)`` has something to do.
  var deadline: MonotonicInstant {
    switch phase {
    case .open: min(nextPing, answerDue)
    case .closing: answerDue
    case .ended: .never
    }
  }

  // MARK: - Input

  /// Returns the next event, and moves the position behind the bytes that were used; `nil` when all
  /// were used.
  package mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) -> Event? {
    while isReading {
      switch parser.next(input, &position) {
      case .needsInput: return nil
      case .failed(let reason): return fail(reason)
      case .frame(let frame):
        if let reason = begin(frame) { return fail(reason) }
      case .payload(let range, let mask):
        if let reason = add(input, range, mask) { return fail(reason) }
      case .end:
        if let event = endFrame() { return event }
      }
    }
    position = input.count
    return nil
  }

  /// Notes that the peer will send nothing more: without a close frame the connection is broken.
  mutating func receiveEnd() -> Event? {
    guard isReading else { return nil }
    rest = []
    unansweredPing = nil
    isPingDue = false
    return end(
      WebSocketClose(
        .abnormal,
        isClient
          ? "The server has left without a close frame."
          : "The client has left without a close frame."))
  }

  /// Begins a frame; returns the reason if it may not come now.
  private mutating func begin(_ frame: WebSocketFrame) -> WebSocketClose? {
    self.frame = frame
    if frame.opcode.isControl { return nil }
    switch (frame.opcode, kind) {
    case (.continuation, nil):
      return WebSocketClose(.protocolError, "A fragment continues no message.")
    case (.continuation, _?): break
    case (_, nil): kind = frame.opcode == .text ? .text : .binary
    case (_, _?):
      return WebSocketClose(.protocolError, "A message begins inside another one.")
    }
    guard frame.length <= settings.maximumMessageBytes - content.count else {
      return WebSocketClose(
        .messageTooBig, "A message has at most \(settings.maximumMessageBytes) bytes.")
    }
    return nil
  }

  /// Adds a part of a frame's content; returns the reason if it is malformed.
  private mutating func add(
    _ input: borrowing Span<UInt8>, _ range: Range<Int>, _ mask: WebSocketMask
  ) -> WebSocketClose? {
    if frame.opcode.isControl {
      mask.append(input, range, to: &control)
      return nil
    }
    let start = content.count
    mask.append(input, range, to: &content)
    guard kind == .text else { return nil }
    // A copy, as the span is an access to the whole connection.
    var text = text
    let isValid = text.add(content.span.extracting(start..<content.count))
    self.text = text
    return isValid ? nil : WebSocketClose(.invalidText, "A text is not UTF-8.")
  }

  private mutating func endFrame() -> Event? {
    guard !frame.opcode.isControl else {
      var received: [UInt8] = []
      swap(&received, &control)
      return receive(received)
    }
    guard frame.isFinal, let kind else { return nil }
    guard text.isComplete else {
      return fail(WebSocketClose(.invalidText, "A text ends inside a character."))
    }
    var message = WebSocketMessage(kind, [])
    swap(&message.content, &content)
    self.kind = nil
    // The client does not know yet that the server has closed.
    return phase == .open ? .message(message) : nil
  }

  private mutating func receive(_ control: [UInt8]) -> Event? {
    switch frame.opcode {
    case .ping: if phase == .open { unansweredPing = control }
    case .pong: if phase == .open { answerDue = .never }
    case .close:
      do throws(WebSocketClose) {
        return close(from: try WebSocketClose(payload: control))
      } catch {
        return fail(error)
      }
    case .continuation, .text, .binary: break
    }
    return nil
  }

  private mutating func close(from client: WebSocketClose) -> Event {
    if case .closing(let own) = phase { return end(own) }
    // The same code confirms the client's (§5.5.1).
    pendingClose = WebSocketClose(client.code).payload
    return end(client)
  }

  /// Closes because of the client's mistake; what it sends afterwards is not read (§7.1.7).
  private mutating func fail(_ reason: WebSocketClose) -> Event {
    if phase == .open { pendingClose = reason.payload }
    return end(reason)
  }

  private mutating func end(_ reason: WebSocketClose) -> Event {
    var reason = reason
    // The server has closed first, in whichever way this ends.
    if case .closing(let own) = phase { reason = own }
    phase = .ended(reason)
    content = []
    unansweredPing = nil
    isPingDue = false
    return .closed(reason)
  }

  // MARK: - Output

  /// Sends a message that consists of some parts, if ``wantsMessage``.
  package mutating func send(
    _ kind: WebSocketMessage.Kind, _ parts: [ArraySlice<UInt8>], into output: inout [UInt8]
  ) {
    guard wantsMessage else { return }
    let length = parts.reduce(0) { $0 + $1.count }
    let frame = WebSocketFrame(opcode: kind == .text ? .text : .binary, length: length)
    guard !isClient else { return append(frame, Array(parts.joined()), to: &output) }
    frame.write(to: &output)
    if length > 0 { rest = parts }
  }

  /// Closes after the message that is being sent; ignored if the connection is closed already.
  ///
  /// - Parameter reason: A code that may be sent.
  package mutating func close(_ reason: WebSocketClose) {
    guard phase == .open else { return }
    phase = .closing(reason)
    pendingClose = reason.payload
    unansweredPing = nil
    isPingDue = false
    // A server that stops has no need of an answer.
    let timeout = reason.code == .goingAway ? .seconds(1) : settings.closeTimeout
    answerDue = now.advanced(by: min(timeout, settings.closeTimeout))
  }

  /// Appends what waits to be sent.
  ///
  /// - Parameter room: The number of bytes that are wanted; only a control frame may exceed it.
  package mutating func produce(into output: inout [UInt8], upTo room: Int) {
    while let part = rest.first {
      let count = min(part.count, max(0, room &- output.count))
      output += part.prefix(count)
      // Control frames don't fit into a frame.
      if count < part.count {
        rest[0] = part.dropFirst(count)
        return
      }
      // An emptied array would keep its memory, for as long as the socket is idle.
      if rest.count == 1 { rest = [] } else { rest.removeFirst() }
    }
    if let ping = unansweredPing.take() { append(.pong, ping, to: &output) }
    if isPingDue {
      isPingDue = false
      append(.ping, [], to: &output)
      if answerDue == .never { answerDue = now.advanced(by: settings.pongTimeout) }
    }
    if let close = pendingClose.take() { append(.close, close, to: &output) }
  }

  private func append(
    _ opcode: WebSocketFrame.Opcode, _ content: [UInt8], to output: inout [UInt8]
  ) {
    append(WebSocketFrame(opcode: opcode, length: content.count), content, to: &output)
  }

  private func append(
    _ frame: WebSocketFrame, _ content: [UInt8], to output: inout [UInt8]
  ) {
    guard isClient else {
      frame.write(to: &output)
      output += content
      return
    }
    let mask = WebSocketMask.random()
    frame.write(to: &output, mask: mask)
    mask.append(content.span, 0..<content.count, to: &output)
  }

  // MARK: - Time

  /// Notes the time, and handles the deadlines that have passed.
  package mutating func advance(to instant: MonotonicInstant) -> Event? {
    now = instant
    switch phase {
    case .open:
      if now >= answerDue {
        return fail(WebSocketClose(.policyViolation, "No pong has come in time."))
      }
      let isFirst = nextPing == .never
      if now >= nextPing || isFirst {
        isPingDue = !isFirst
        nextPing = now.advanced(by: settings.pingInterval)
      }
    case .closing(let reason):
      if now >= answerDue { return end(reason) }
    case .ended: break
    }
    return nil
  }
}
