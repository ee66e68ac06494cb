extension HTTPConnection {
  /// Whether to ask the current response's source for content.
  var wantsContent: Bool {
    guard let outgoing, !outgoing.isWaiting else { return false }
    return outputCount <= profile.settings.flow.streamBytes / 4
  }

  /// Begins to send a stream whose head was written.
  mutating func beginStream(
    _ source: any HTTPStreamSource, _ status: Int, _ framing: HTTPOutgoingContent.Framing,
    now: HTTPTick
  ) {
    phase = .streaming
    outgoing = HTTPOutgoingContent(source: source, status: status, framing: framing)
    source.start(HTTPStreamWaker(responseSink: responseSink, token: token, number: requestNumber))
    if isDraining { source.drain() }
    if case .length(remaining: 0) = framing { endStream(.complete, now: now) }
  }

  /// Asks the source for content once; call this only while ``wantsContent`` is true.
  ///
  /// - Parameter scratch: A buffer for the content; it is emptied first.
  mutating func produce(_ scratch: inout [UInt8], now: HTTPTick) {
    guard let outgoing else { return }
    var room = max(1, profile.settings.flow.streamBytes &- outputCount)
    if case .length(let remaining) = outgoing.framing { room = min(room, remaining) }
    scratch.removeAll(keepingCapacity: true)
    let progress = outgoing.source.produce(into: &scratch, upTo: room)
    if !scratch.isEmpty { beginOutput(now: now) }
    var sent = scratch.count
    if case .length(let remaining) = outgoing.framing { sent = min(sent, remaining) }
    self.outgoing?.sentBytes &+= sent
    switch outgoing.framing {
    case .untilClose:
      output.append(contentsOf: scratch)
    case .chunked:
      appendChunk(scratch)
      if progress == .end { output.append("0\r\n\r\n") }
    case .length(let remaining):
      output.append(contentsOf: scratch.prefix(remaining))
      self.outgoing?.framing = .length(remaining: max(0, remaining &- scratch.count))
      if scratch.count >= remaining || progress == .end {
        endStream(outcome(remaining &- scratch.count), now: now)
        return
      }
    }
    switch progress {
    case .end: endStream(.complete, now: now)
    case .failed: endStream(.failed, now: now)
    case .more, .waiting: self.outgoing?.isWaiting = progress == .waiting || scratch.isEmpty
    }
  }

  /// Appends a chunk (RFC 9112 §7.1); an empty one would end the content.
  private mutating func appendChunk(_ content: [UInt8]) {
    if content.isEmpty { return }
    output.append(hexadecimal: content.count)
    output.append("\r\n")
    output.append(contentsOf: content)
    output.append("\r\n")
  }

  /// Returns how content of a known length ended, given the number of missing bytes.
  private func outcome(_ missing: Int) -> HTTPStreamOutcome {
    if missing == 0 { return .complete }
    let error =
      missing > 0 ? "ended \(missing) bytes before" : "went on for \(-missing) bytes after"
    profile.settings.reportMisuse(
      "The source of a stream \(error) the length that was announced for it.")
    return missing > 0 ? .tooShort : .tooLong
  }

  private mutating func endStream(_ outcome: HTTPStreamOutcome, now: HTTPTick) {
    guard let source = outgoing?.source else { return }
    self.outcome = lostOutcome
    outgoing = nil
    if outcome == .tooShort || outcome == .failed {
      // Only the close tells the client that content is missing.
      phase = .closing(lingers: false)
      dropInput()
    } else {
      if isDraining || inputEnded && bufferedCount == 0 { keepsAlive = false }
      endResponse(now: now)
    }
    source.finish(outcome)
  }

  /// Handles a wake-up: asks a waiting source again, or resumes a paused sink.
  mutating func wake(_ number: UInt32, now: HTTPTick) {
    guard number == requestNumber else { return }
    outgoing?.isWaiting = false
    if incoming?.isPaused == true { resumeContent(now: now) }
  }

  /// Notes that the socket is closed; notifies the stream's source and sink and cancels the
  /// handler.
  mutating func end() {
    phase = .closed
    let (source, sink, cancellation) = (outgoing?.source, incoming?.sink, cancellation)
    outgoing = nil
    incoming = nil
    ready = nil
    self.cancellation = nil
    source?.finish(.cancelled)
    sink?.finish(.cancelled)
    cancellation?.cancel()
  }

  /// Registers a handler to be notified when the client of the request with this number has gone.
  mutating func watch(_ cancellation: HTTPCancellation, _ number: UInt32) {
    switch phase {
    case .responding where number == requestNumber: self.cancellation = cancellation
    case .closing, .lingering, .closed: cancellation.cancel()
    case .reading, .responding, .streaming: cancellation.forget()
    }
  }
}
