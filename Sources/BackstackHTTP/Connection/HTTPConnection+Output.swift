extension HTTPConnection {
  /// Responds to the request with this number; a response to any other is ignored.
  mutating func respond(
    _ response: HTTPResponse, to number: UInt32, now: HTTPTick
  ) {
    guard awaitsResponse(number) else {
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
    if isDraining || inputEnded && bufferedCount == 0 { keepsAlive = false }
    let leavesContent = abandonContent()
    if let content = response.body.stream {
      if leavesContent { keepsAlive = false }
      respond(response, content, now: now)
    } else {
      write(response, closes: !keepsAlive, isHead: isHeadRequest, now: now)
      endResponse(now: now)
    }
  }

  /// Begins a response whose content is produced while it is sent.
  private mutating func respond(
    _ response: HTTPResponse, _ content: HTTPStreamContent, now: HTTPTick
  ) {
    guard content.take() else {
      profile.settings.reportMisuse("A stream was used for a second response.")
      write(self.response(for: .noResponse), closes: !keepsAlive, isHead: isHeadRequest, now: now)
      endResponse(now: now)
      return
    }
    let framing: HTTPOutgoingContent.Framing
    if let length = content.length {
      framing = .length(remaining: max(0, length))
    } else if isHTTP10Request {
      framing = .untilClose
      keepsAlive = false
    } else {
      framing = .chunked
    }
    write(response, framing, closes: !keepsAlive, isHead: isHeadRequest, now: now)
    if isHeadRequest || response.status.final.forbidsBody {
      outcome = HTTPOutcome(status: response.status.final.code, contentBytes: 0)
      endResponse(now: now)
      content.source.finish(.notSent)
    } else {
      beginStream(content.source, response.status.final.code, framing, now: now)
    }
  }

  /// Returns whether the request with this number is waiting for its response.
  func awaitsResponse(_ number: UInt32) -> Bool { phase == .responding && number == requestNumber }

  /// Responds to the request with this number in any of the ways that a handler can.
  mutating func respond(_ result: HTTPResponderResult, to number: UInt32, now: HTTPTick) {
    switch result {
    case .response(let response): respond(response, to: number, now: now)
    case .failure(let error): respond(self.response(for: error), to: number, now: now)
    case .noResponse: respond(self.response(for: .noResponse), to: number, now: now)
    }
  }

  /// Continues after a complete response: with the next request, or by closing.
  mutating func endResponse(now: HTTPTick) {
    if keepsAlive {
      phase = .reading
      readingStage = isDiscarding ? .body : .idle
      readingSince = now.instant
    } else {
      // If the client asked to close, it sends nothing more; otherwise a request may be on its way.
      phase = .closing(
        lingers: isDraining || isDiscarding || bufferedCount > 0
          || requestNumber >= profile.lastRequest
      )
      dropInput()
    }
  }

  /// Notes that the first `count` bytes of the output were written.
  mutating func wrote(_ count: Int, now: HTTPTick) {
    if count > copiedOutputCount { sharedOutput.remove(count &- copiedOutputCount) }
    outputStart = min(outputStart &+ count, output.count)
    minimumWriteRate.add(count)
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
  mutating func didShutDownWriting(now: HTTPTick) {
    phase = .lingering
    lingerSince = now.instant
  }

  /// Returns the response for an error, with the error's fields.
  func response(for error: HTTPError) -> HTTPResponse {
    error.response(profile.settings.errorResponse)
  }

  /// Begins to measure how fast the client takes output; call this before appending output.
  mutating func beginOutput(now: HTTPTick) {
    if outputCount == 0 { minimumWriteRate.begin(at: now.instant) }
    if !sharedOutput.isEmpty { sharedOutput.drain(into: &output) }
  }

  /// Writes a response whose content is complete.
  mutating func write(
    _ response: HTTPResponse, closes: Bool, isHead: Bool, now: HTTPTick
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
    now: HTTPTick
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
    } else if isHTTP10Request {
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
    buffered = []
    bufferedStart = 0
  }
}
