extension HTTPConnection {
  /// Decides what becomes of the content that follows the head just read; returns the request when
  /// it is to be answered before its content has arrived.
  mutating func beginContent(awaitsContinue: Bool, now: HTTPMoment) -> HTTPRequest? {
    let policy = contentPolicy()
    var limits = profile.settings.limits
    if let limit = policy.limit { limits.bodyBytes = limit }
    if let length = parser.contentLength, length > limits.bodyBytes {
      fail(.contentTooLarge(limits), now: now)
      return nil
    }
    parser.limits.bodyBytes = limits.bodyBytes
    if policy.isStreamed {
      incoming = HTTPIncomingContent(
        awaitsContinue: awaitsContinue, pace: HTTPPace(since: now.instant))
      return handOver(now: now)
    }
    readingStage = .body
    readingSince = now.instant
    if awaitsContinue { writeContinue(now: now) }
    return nil
  }

  /// Asks what becomes of the content.
  private mutating func contentPolicy() -> HTTPContentPolicy {
    var storage = spare ?? HTTPRequest.Storage()
    spare = nil
    swap(&storage.head, &parser.head)
    storage.peer = peer
    storage.isBeingPrepared = true
    let policy = profile.settings.contentPolicy(HTTPRequest(storage: storage))
    storage.isBeingPrepared = false
    if isKnownUniquelyReferenced(&storage) {
      swap(&storage.head, &parser.head)
      spare = storage
    } else {
      // Somebody has kept the request, which must stay as it is.
      parser.head = storage.head
    }
    return policy
  }

  /// Gives the content of the request with this number to a sink, unless it has one.
  mutating func attach(_ sink: any HTTPStreamSink, to number: UInt32, now: HTTPMoment) {
    guard phase == .answering, number == requestNumber, incoming?.sink == nil else {
      sink.finish(.cancelled)
      return
    }
    sink.start(HTTPStreamWaker(host: host, token: token, number: number))
    guard incoming != nil else {
      // There is none, or it was collected.
      sink.finish(.complete)
      return
    }
    incoming?.sink = sink
    resumeContent(now: now)
  }

  /// Goes on delivering content: the sink wants more.
  mutating func resumeContent(now: HTTPMoment) {
    incoming?.isPaused = false
    incoming?.pace.begin(at: now.instant)
    if incoming?.awaitsContinue == true, heldCount == 0, !inputEnded { writeContinue(now: now) }
    incoming?.awaitsContinue = false
    // Even without input, as only the end may be missing.
    readHeld { connection, input, position in
      connection.readContent(input, &position, now: now)
    }
    if inputEnded, heldCount == 0 { endUnfinishedContent() }
  }

  /// Delivers content while it is wanted.
  mutating func readContent(
    _ input: borrowing Span<UInt8>, _ position: inout Int, now: HTTPMoment
  ) {
    while phase == .answering, let incoming, incoming.isWanted, let sink = incoming.sink {
      switch parser.next(input, &position) {
      case .needsInput: return
      case .body(let range):
        self.incoming?.pace.add(range.count)
        if sink.receive(input.extracting(range)) == .pause {
          self.incoming?.isPaused = true
          limitAnswer(to: answerLimit, now: now)
        }
      case .end:
        self.incoming = nil
        parser.startNext()
        parser.limits.bodyBytes = .max
        limitAnswer(to: answerLimit, now: now)
        sink.finish(.complete)
      case .failed(let error): fail(error, now: now)
      case .head: return
      }
    }
  }

  /// Tells the sink that the content will not be complete.
  mutating func endUnfinishedContent(_ outcome: HTTPStreamOutcome = .incomplete) {
    guard let sink = incoming?.sink else { return }
    incoming = nil
    keepsAlive = false
    sink.finish(outcome)
  }

  // MARK: The rest of content that was answered early

  /// Gives up content that has not arrived when its request is answered; returns whether there was
  /// any.
  mutating func abandonContent() -> Bool {
    guard let incoming else { return false }
    self.incoming = nil
    let isLong = (parser.contentLength ?? 0) > profile.settings.flow.discardedContentBytes
    // A client that waits for `100 Continue` may send its content or not: no telling what comes.
    if isLong || incoming.awaitsContinue { keepsAlive = false }
    isDiscarding = true
    discardedBytes = 0
    incoming.sink?.finish(.answered)
    return true
  }

  /// Counts content that is thrown away.
  mutating func discard(_ count: Int) {
    discardedBytes &+= count
    if discardedBytes > profile.settings.flow.discardedContentBytes {
      phase = .closing(lingers: true)
      dropInput()
    }
  }

  mutating func endDiscarding(now: HTTPMoment) {
    isDiscarding = false
    parser.startNext()
    parser.limits.bodyBytes = .max
    readingStage = .idle
    readingSince = now.instant
  }

  private mutating func writeContinue(now: HTTPMoment) {
    beginOutput(now: now)
    output.append("HTTP/1.1 100 Continue\r\n\r\n")
  }
}
