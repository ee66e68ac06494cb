extension HTTPConnection {
  /// Processes bytes from the socket; returns a request once one is ready for its handler.
  mutating func receive(_ input: borrowing Span<UInt8>, now: HTTPTick) -> HTTPRequest? {
    var position = 0
    switch phase {
    case .reading where bufferedCount == 0 && mayRead:
      let request = read(input, &position, now: now)
      if position < input.count, phase == .responding || phase == .reading {
        buffer(input, position..<input.count)
      }
      return request
    case .reading:
      buffer(input, 0..<input.count)
      return nextRequest(now: now)
    case .responding:
      if bufferedCount == 0 { readContent(input, &position, now: now) }
      if position < input.count, phase == .responding { buffer(input, position..<input.count) }
      return nil
    case .streaming where !isDiscarding:
      buffer(input, 0..<input.count)
      return nil
    case .streaming:
      discardedBytes &+= input.count
      return nil
    case .closing, .closed:
      return nil
    case .lingering:
      discardedBytes &+= input.count
      if discardedBytes > profile.settings.flow.lingerBytes { phase = .closed }
      return nil
    }
  }

  /// Notes that the client will send nothing more. Responses can still reach it, except when they
  /// wait: see ``beginWaiting(_:)``.
  mutating func receiveEnd(now: HTTPTick) {
    inputEnded = true
    if bufferedCount == 0 { endUnfinishedContent() }
  }

  /// Notes that the client will send nothing more after the bytes that are still in the socket.
  mutating func receiveHangUp() { inputEndsLater = true }

  /// Notes that the response to the request with this number may wait for a long time.
  ///
  /// A client that has closed its sending side, or does so while the response waits, counts as gone
  /// once nothing is left to send to it. A closed connection looks like a half-closed one until
  /// something is sent (RFC 9112 §6.3); without this rule, clients that only open and close
  /// connections could exhaust the server's.
  mutating func beginWaiting(_ number: UInt32) {
    if isResponding, number == requestNumber { responseWaits = true }
  }

  /// Returns the next request whose head is complete, if it may be served now.
  ///
  /// Call this after each response and after each write.
  mutating func nextRequest(now: HTTPTick) -> HTTPRequest? {
    guard phase == .reading, mayRead else { return nil }
    var request: HTTPRequest?
    if bufferedCount > 0 {
      request = readBuffered { connection, input, position in
        connection.read(input, &position, now: now)
      }
    }
    if inputEnded, phase == .reading, bufferedCount == 0 {
      // No complete request is left; nothing useful can be said to an incomplete one.
      phase = .closing(lingers: false)
    }
    return request
  }

  /// Reads from the buffered input.
  mutating func readBuffered<Result>(
    _ read: (inout HTTPConnection, borrowing Span<UInt8>, inout Int) -> Result
  ) -> Result {
    // Taken out during the read, so that it is never copied on write.
    var input: [UInt8] = []
    swap(&input, &buffered)
    var position = bufferedStart
    let result = read(&self, input.span, &position)
    if position >= input.count {
      input.removeAll(keepingCapacity: input.capacity <= profile.settings.flow.bufferedInputBytes)
      position = 0
    }
    swap(&input, &buffered)
    bufferedStart = position
    return result
  }

  private mutating func buffer(_ input: borrowing Span<UInt8>, _ range: Range<Int>) {
    if bufferedStart > buffered.count / 2 {
      buffered.removeFirst(bufferedStart)
      bufferedStart = 0
    }
    buffered.append(input, range)
  }

  /// Whether so little output is pending that the client's next request may be read.
  var mayRead: Bool {
    sharedOutput.isEmpty && outputCount <= profile.settings.flow.outputBytes
  }

  /// Reads at most one request.
  private mutating func read(
    _ input: borrowing Span<UInt8>, _ position: inout Int, now: HTTPTick
  ) -> HTTPRequest? {
    if parser.isAtStart {
      if position >= input.count { return nil }
      beginHead(now: now)
    }
    while true {
      switch parser.next(input, &position) {
      case .needsInput:
        return nil
      case .head:
        guard parser.hasContent else { continue }
        // Content is only read once the request's handler wants it.
        incoming = HTTPIncomingContent(
          awaitsContinue: parser.head.expectsContinue && position >= input.count,
          rate: HTTPDataRate(since: now.instant))
        return handOver(now: now)
      case .body(let range):
        discard(range.count)
        if phase != .reading { return nil }
      case .end where isDiscarding:
        endDiscarding(now: now)
        if position >= input.count { return nil }
        beginHead(now: now)
      case .end:
        return deliver(now: now)
      case .failed(let error):
        fail(error, now: now)
        return nil
      }
    }
  }

  private mutating func beginHead(now: HTTPTick) {
    readingStage = .head
    readingSince = now.instant
    acquireHead()
  }

  /// Lets the parser write into the memory of the spare request.
  private mutating func acquireHead() {
    guard let spare else { return }
    swap(&parser.head, &spare.head)
    parser.head.reset()
  }

  /// Returns a request without content.
  private mutating func deliver(now: HTTPTick) -> HTTPRequest {
    let request = handOver(now: now)
    parser.startNext()
    parser.limits.bodyBytes = .max
    return request
  }

  /// Returns a request whose head is complete.
  private mutating func handOver(now: HTTPTick) -> HTTPRequest {
    let storage = spare ?? HTTPRequest.Storage()
    spare = nil
    swap(&storage.head, &parser.head)
    if !storage.body.isEmpty { storage.body.removeAll(keepingCapacity: true) }
    storage.peer = peer
    storage.client = client(storage.head)
    parser.head = HTTPRequestHead()
    phase = .responding
    requestNumber &+= 1
    limitResponseTime(to: profile.response, now: now)
    responseWaits = false
    isHeadRequest = storage.head.method == .head
    isHTTP10Request = storage.head.version == .http10
    keepsAlive = storage.head.keepsAlive && requestNumber < profile.lastRequest
    return HTTPRequest(storage: storage, isWhole: incoming == nil)
  }
}
