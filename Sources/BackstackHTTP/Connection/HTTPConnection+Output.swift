extension HTTPConnection {
  /// Responds to the request with this number; a response to any other is ignored.
  mutating func respond(
    _ response: HTTPResponse, to number: UInt32, now: HTTPMoment
  ) {
    guard awaitsAnswer(number) else {
      response.body.abandon()
      return
    }
    cancellation?.forget()
    cancellation = nil
    if response.fields.managed.contains(.connection),
      response.fields.listContains(.connection, "close")
    {
      keepsAlive = false
    }
    if isDraining || inputEnded && heldCount == 0 { keepsAlive = false }
    let leavesContent = abandonContent()
    if let content = response.body.stream {
      if leavesContent { keepsAlive = false }
      respond(response, content, now: now)
    } else {
      write(response, closes: !keepsAlive, isHead: answersHead, now: now)
      endAnswer(now: now)
    }
  }

  /// Begins a response whose content is produced while it is sent.
  private mutating func respond(
    _ response: HTTPResponse, _ content: HTTPStreamContent, now: HTTPMoment
  ) {
    guard content.take() else {
      profile.settings.reportMisuse("A stream was used for a second answer.")
      write(self.response(for: .unanswered), closes: !keepsAlive, isHead: answersHead, now: now)
      endAnswer(now: now)
      return
    }
    let framing: HTTPOutgoingContent.Framing
    if let length = content.length {
      framing = .length(remaining: max(0, length))
    } else if answersHTTP10 {
      framing = .untilClose
      keepsAlive = false
    } else {
      framing = .chunked
    }
    write(response, framing, closes: !keepsAlive, isHead: answersHead, now: now)
    if answersHead || response.status.final.forbidsBody {
      outcome = HTTPOutcome(status: response.status.final.code, contentBytes: 0)
      endAnswer(now: now)
      content.source.finish(.notSent)
    } else {
      beginStream(content.source, response.status.final.code, framing, now: now)
    }
  }

  /// Whether the request with this number is waiting for its response.
  func awaitsAnswer(_ number: UInt32) -> Bool { phase == .answering && number == requestNumber }

  /// Responds to the request with this number in any of the ways that a handler can.
  mutating func respond(_ answer: HTTPAnswer, to number: UInt32, now: HTTPMoment) {
    switch answer {
    case .response(let response): respond(response, to: number, now: now)
    case .failure(let error): respond(self.response(for: error), to: number, now: now)
    case .unanswered: respond(self.response(for: .unanswered), to: number, now: now)
    }
  }

  /// Continues after a complete response: with the next request, or by closing.
  mutating func endAnswer(now: HTTPMoment) {
    if keepsAlive {
      phase = .reading
      readingStage = isDiscarding ? .body : .idle
      readingSince = now.instant
    } else {
      // If the client asked to close, it sends nothing more; otherwise a request may be on its way.
      phase = .closing(
        lingers: isDraining || isDiscarding || heldCount > 0 || requestNumber >= profile.lastRequest
      )
      dropInput()
    }
  }

  /// Notes that the first `count` bytes of the output were written.
  mutating func wrote(_ count: Int, now: HTTPMoment) {
    if count > copiedOutputCount { sharedOutput.remove(count &- copiedOutputCount) }
    outputStart = min(outputStart &+ count, output.count)
    writePace.add(count)
    if outputStart == output.count {
      outputStart = 0
      output.removeAll(keepingCapacity: output.capacity <= profile.settings.flow.outputBytes)
    } else if outputStart > output.count / 2 {
      // A client that never takes everything must not make the buffer grow forever.
      output.removeFirst(outputStart)
      outputStart = 0
    }
  }

  /// Notes that the write side was shut down, as ``disposition`` asked.
  mutating func didShutDownWriting(now: HTTPMoment) {
    phase = .lingering
    lingerSince = now.instant
  }

  /// Returns the response for an error, with the error's fields.
  func response(for error: HTTPError) -> HTTPResponse {
    error.response(profile.settings.errorResponse)
  }

  /// Begins to measure how fast the client takes output; call this before appending output.
  mutating func beginOutput(now: HTTPMoment) {
    if outputCount == 0 { writePace.begin(at: now.instant) }
    if !sharedOutput.isEmpty { sharedOutput.drain(into: &output) }
  }

  /// Writes a response whose content is complete.
  mutating func write(
    _ response: HTTPResponse, closes: Bool, isHead: Bool, now: HTTPMoment
  ) {
    let count = response.body.count
    write(response, .length(remaining: count), closes: closes, isHead: isHead, now: now)
    let hasBody = !isHead && !response.status.final.forbidsBody
    if hasBody { response.body.write(to: &output, sharing: &sharedOutput) }
    outcome = HTTPOutcome(
      status: response.status.final.code, contentBytes: hasBody ? count : 0)
  }

  /// Writes the status line and the fields of a response.
  private mutating func write(
    _ response: HTTPResponse, _ framing: HTTPOutgoingContent.Framing, closes: Bool, isHead: Bool,
    now: HTTPMoment
  ) {
    beginOutput(now: now)
    let status = response.status.final
    if status == .ok {
      output.append("HTTP/1.1 200 OK\r\n")
    } else {
      output.append("HTTP/1.1 ")
      output.append(decimal: status.code)
      output.append(" ")
      output.append(status.reasonText)
      output.append("\r\n")
    }
    let managed = response.fields.managed
    if !managed.contains(.date) { output.append(shared: now.dateLine) }
    if !managed.contains(.server) { output.append(shared: profile.serverLine) }
    if closes {
      output.append("Connection: close\r\n")
    } else if answersHTTP10 {
      output.append("Connection: keep-alive\r\n")
    }
    if !status.forbidsBody {
      switch framing {
      case .length(let count):
        output.append("Content-Length: ")
        output.append(decimal: count)
        output.append("\r\n")
      case .chunked: output.append("Transfer-Encoding: chunked\r\n")
      case .untilClose: break
      }
    } else if status == .resetContent {
      // Without this, clients expect no content only for 204 and 304 (RFC 9112 §6.3 rule 1).
      output.append("Content-Length: 0\r\n")
    }
    response.fields.write(to: &output)
    if !extraLines.isEmpty {
      output.append(shared: extraLines)
      extraLines.removeAll(keepingCapacity: true)
    }
    output.append("\r\n")
  }

  mutating func dropInput() {
    held = []
    heldStart = 0
  }
}
