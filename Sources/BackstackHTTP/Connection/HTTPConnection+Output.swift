extension HTTPConnection {
  /// Answers the request with this number; an answer to any other is ignored.
  mutating func respond(
    _ response: HTTPResponse, to number: UInt32, now: HTTPMoment
  ) {
    guard phase == .answering, number == requestNumber else { return }
    if response.fields.managed.contains(.connection),
      response.fields.listContains(.connection, "close")
    {
      keepsAlive = false
    }
    if isDraining || inputEnded && heldCount == 0 { keepsAlive = false }
    write(response, closes: !keepsAlive, isHead: answersHead, now: now)
    if keepsAlive {
      phase = .reading
      readingStage = .idle
      readingSince = now.instant
    } else {
      // A client that asked to close sends nothing more; otherwise a request may be on its way.
      phase = .closing(lingers: isDraining || heldCount > 0)
      dropInput()
    }
  }

  /// Answers the request with this number in any of the ways a handler can.
  mutating func respond(_ answer: HTTPAnswer, to number: UInt32, now: HTTPMoment) {
    switch answer {
    case .response(let response): respond(response, to: number, now: now)
    case .failure(let error): respond(self.response(for: error), to: number, now: now)
    case .unanswered: respond(self.response(for: .unanswered), to: number, now: now)
    }
  }

  /// Notes that the first `count` bytes of the output were written.
  mutating func wrote(_ count: Int, now: HTTPMoment) {
    outputStart = min(outputStart &+ count, output.count)
    writingSince = now.instant
    if outputStart == output.count {
      outputStart = 0
      output.removeAll(keepingCapacity: output.capacity <= profile.settings.outputHighWater)
    } else if outputStart > output.count / 2 {
      // A client that always leaves a rest must not make the buffer grow for ever.
      output.removeFirst(outputStart)
      outputStart = 0
    }
  }

  /// Notes that the write side was shut down as ``disposition`` asked.
  mutating func didShutDownWriting(now: HTTPMoment) {
    phase = .lingering
    lingerSince = now.instant
  }

  /// The answer for an error, with the fields that belong to it.
  func response(for error: HTTPError) -> HTTPResponse {
    error.response(profile.settings.errorResponse)
  }

  mutating func write(
    _ response: HTTPResponse, closes: Bool, isHead: Bool, now: HTTPMoment
  ) {
    if outputCount == 0 { writingSince = now.instant }
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
    if !managed.contains(.date) { output.append(contentsOf: now.dateLine) }
    if !managed.contains(.server) { output.append(contentsOf: profile.serverLine) }
    if closes {
      output.append("Connection: close\r\n")
    } else if answersHTTP10 {
      output.append("Connection: keep-alive\r\n")
    }
    if !status.forbidsBody {
      output.append("Content-Length: ")
      output.append(decimal: response.body.count)
      output.append("\r\n")
    }
    response.fields.write(to: &output)
    if !extraLines.isEmpty {
      output.append(contentsOf: extraLines)
      extraLines.removeAll(keepingCapacity: true)
    }
    output.append("\r\n")
    let hasBody = !isHead && !status.forbidsBody
    if hasBody { response.body.write(to: &output) }
    outcome = HTTPOutcome(
      status: status.code, contentBytes: hasBody ? response.body.count : 0)
  }

  mutating func dropInput() {
    held = []
    heldStart = 0
    body = []
  }
}
