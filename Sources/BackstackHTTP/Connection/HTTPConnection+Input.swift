extension HTTPConnection {
  /// Takes bytes from the socket; returns a request when one is complete.
  mutating func receive(_ input: borrowing Span<UInt8>, now: HTTPMoment) -> HTTPRequest? {
    switch phase {
    case .reading where heldCount == 0 && mayRead:
      var position = 0
      let request = read(input, &position, now: now)
      if position < input.count, phase == .answering || phase == .reading {
        hold(input, position..<input.count)
      }
      return request
    case .reading:
      hold(input, 0..<input.count)
      return nextRequest(now: now)
    case .answering:
      hold(input, 0..<input.count)
      return nil
    case .closing, .closed:
      return nil
    case .lingering:
      discardedBytes &+= input.count
      if discardedBytes > profile.settings.lingerBytes { phase = .closed }
      return nil
    }
  }

  /// Notes that the client will send nothing more; answers can still reach it.
  mutating func receiveEnd(now: HTTPMoment) {
    inputEnded = true
  }

  /// The next request that is complete, if it may be served now.
  ///
  /// To be called after each answer and whenever output was written.
  mutating func nextRequest(now: HTTPMoment) -> HTTPRequest? {
    guard phase == .reading, mayRead else { return nil }
    var request: HTTPRequest?
    if heldCount > 0 {
      // Taken out while it is read, so that it is never copied on write.
      var input: [UInt8] = []
      swap(&input, &held)
      var position = heldStart
      request = read(input.span, &position, now: now)
      if position >= input.count {
        input.removeAll(keepingCapacity: input.capacity <= profile.settings.heldInputHighWater)
        position = 0
      }
      swap(&input, &held)
      heldStart = position
    }
    if inputEnded, phase == .reading, heldCount == 0 {
      // Nothing complete is left; an unfinished request can't be answered in a useful way.
      phase = .closing(lingers: false)
    }
    return request
  }

  private mutating func hold(_ input: borrowing Span<UInt8>, _ range: Range<Int>) {
    if heldStart > held.count / 2 {
      held.removeFirst(heldStart)
      heldStart = 0
    }
    held.append(input, range)
  }

  private var mayRead: Bool { outputCount <= profile.settings.outputHighWater }

  /// Reads up to one request.
  private mutating func read(
    _ input: borrowing Span<UInt8>, _ position: inout Int, now: HTTPMoment
  ) -> HTTPRequest? {
    if parser.isAtStart {
      if position >= input.count { return nil }
      readingStage = .head
      readingSince = now.instant
      lendHead()
    }
    while true {
      switch parser.next(input, &position) {
      case .needsInput:
        return nil
      case .head:
        guard parser.isInBody else { continue }
        readingStage = .body
        readingSince = now.instant
        if parser.head.expectsContinue, position >= input.count {
          if outputCount == 0 { writingSince = now.instant }
          output.append("HTTP/1.1 100 Continue\r\n\r\n")
        }
      case .body(let range):
        body.append(input, range)
      case .end:
        return deliver()
      case .failed(let error):
        fail(error, now: now)
        return nil
      }
    }
  }

  /// Lets the parser write into the memory of the spare request.
  private mutating func lendHead() {
    guard let spare else { return }
    swap(&parser.head, &spare.head)
    swap(&body, &spare.body)
    parser.head.reset()
    body.removeAll(keepingCapacity: true)
  }

  private mutating func deliver() -> HTTPRequest {
    let storage = spare ?? HTTPRequest.Storage()
    spare = nil
    swap(&storage.head, &parser.head)
    swap(&storage.body, &body)
    body.removeAll(keepingCapacity: false)
    storage.peer = peer
    parser.head = HTTPRequestHead()
    parser.startNext()
    phase = .answering
    requestNumber &+= 1
    answersHead = storage.head.method == .head
    answersHTTP10 = storage.head.version == .http10
    keepsAlive = storage.head.keepsAlive
    return HTTPRequest(storage: storage)
  }
}
