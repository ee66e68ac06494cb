extension HTTPConnection {
  /// Begins to collect or to stream the content of the request with this number, as its handler
  /// demands; see ``ready``.
  mutating func accept(_ demand: HTTPContentDemand, for number: UInt32, now: HTTPTick) {
    // Otherwise it already has its response, or its content was accepted.
    guard awaitsResponse(number), let incoming, !incoming.isLimited,
      limitContent(to: demand.policy.limit, now: now)
    else { return }
    if demand.policy.isStreamed {
      ready = demand
    } else {
      self.incoming?.taker = .collection(demand)
      resumeContent(now: now)
    }
  }

  /// Limits the content; `nil` is the server's limit. Returns whether the announced length is
  /// within it.
  private mutating func limitContent(to limit: Int?, now: HTTPTick) -> Bool {
    let limit = limit ?? profile.settings.limits.bodyBytes
    if let length = parser.contentLength, length > limit {
      fail(.contentTooLarge(limit: limit), now: now)
      return false
    }
    parser.limits.bodyBytes = limit
    incoming?.isLimited = true
    return true
  }

  /// Streams the content of the request with this number to a sink, unless it already has a taker.
  mutating func attach(_ sink: any HTTPStreamSink, to number: UInt32, now: HTTPTick) {
    guard awaitsResponse(number), incoming?.isWanted != true, incoming?.isPaused != true,
      incoming?.isLimited != false || limitContent(to: nil, now: now)
    else {
      sink.finish(.cancelled)
      return
    }
    sink.start(HTTPStreamWaker(responseSink: responseSink, token: token, number: number))
    guard incoming != nil else {
      // The request has no content, or it was collected.
      sink.finish(.complete)
      return
    }
    incoming?.taker = .sink(sink)
    resumeContent(now: now)
  }

  /// Resumes the delivery of content: the sink wants more.
  mutating func resumeContent(now: HTTPTick) {
    incoming?.isPaused = false
    incoming?.rate.begin(at: now.instant)
    if incoming?.awaitsContinue == true, bufferedCount == 0, !inputEnded { writeContinue(now: now) }
    incoming?.awaitsContinue = false
    // Even without input, as only the end may be missing.
    readBuffered { connection, input, position in
      connection.readContent(input, &position, now: now)
    }
    if inputEnded, bufferedCount == 0 { endUnfinishedContent() }
  }

  /// Delivers content while the sink or the collection wants it.
  mutating func readContent(
    _ input: borrowing Span<UInt8>, _ position: inout Int, now: HTTPTick
  ) {
    while phase == .responding, let incoming, incoming.isWanted {
      switch parser.next(input, &position) {
      case .needsInput, .head: return
      case .body(let range): deliver(input.extracting(range), to: incoming.taker, now: now)
      case .end:
        self.incoming = nil
        parser.startNext()
        parser.limits.bodyBytes = .max
        limitResponseTime(to: responseTimeLimit, now: now)
        switch incoming.taker {
        case .sink(let sink): sink.finish(.complete)
        case .collection(let demand): ready = demand
        case .undecided: break
        }
      case .failed(let error): fail(error, now: now)
      }
    }
  }

  private mutating func deliver(
    _ content: borrowing Span<UInt8>, to taker: HTTPIncomingContent.Taker, now: HTTPTick
  ) {
    switch taker {
    case .sink(let sink):
      incoming?.rate.add(content.count)
      if sink.receive(content) == .pause {
        incoming?.isPaused = true
        limitResponseTime(to: responseTimeLimit, now: now)
      }
    case .collection(let demand): demand.append(content)
    case .undecided: break
    }
  }

  /// Tells the sink that the content stays incomplete. A request whose content was being collected
  /// gets no response then.
  mutating func endUnfinishedContent() {
    switch incoming?.taker {
    case .sink(let sink):
      incoming = nil
      keepsAlive = false
      sink.finish(.incomplete)
    case .collection:
      incoming = nil
      guard phase == .responding else { return }
      outcome = lostOutcome
      phase = .closing(lingers: false)
      dropInput()
      cancellation?.cancel()
      cancellation = nil
    case .undecided, nil: break
    }
  }

  // MARK: Unread content after an early response

  /// Gives up content that has not arrived by the time of the response; returns whether there was
  /// any.
  mutating func abandonContent() -> Bool {
    guard let incoming else { return false }
    self.incoming = nil
    let isLong = (parser.contentLength ?? 0) > profile.settings.flow.discardedContentBytes
    // A client that waits for `100 Continue` may or may not send its content, so what comes next is
    // ambiguous.
    if isLong || incoming.awaitsContinue { keepsAlive = false }
    isDiscarding = true
    discardedBytes = 0
    incoming.sink?.finish(.responded)
    return true
  }

  /// Counts discarded content and closes the connection when it exceeds the limit.
  mutating func discard(_ count: Int) {
    discardedBytes &+= count
    if discardedBytes > profile.settings.flow.discardedContentBytes {
      phase = .closing(lingers: true)
      dropInput()
    }
  }

  mutating func endDiscarding(now: HTTPTick) {
    isDiscarding = false
    parser.startNext()
    parser.limits.bodyBytes = .max
    readingStage = .idle
    readingSince = now.instant
  }

  private mutating func writeContinue(now: HTTPTick) {
    beginOutput(now: now)
    output.append("HTTP/1.1 100 Continue\r\n\r\n")
  }
}
