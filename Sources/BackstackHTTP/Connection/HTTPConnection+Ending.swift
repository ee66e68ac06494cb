extension HTTPConnection {
  /// When ``advance(to:)`` has something to do, if nothing else happens before.
  var deadline: MonotonicInstant {
    var deadline = phaseDeadline
    if waitsToWrite { deadline = min(deadline, writeDeadline) }
    return deadline
  }

  private var writeDeadline: MonotonicInstant {
    writePace.since.advanced(byNanoseconds: profile.write)
  }

  /// When the present phase has lasted too long.
  private var phaseDeadline: MonotonicInstant {
    switch phase {
    case .reading where outputCount == 0:
      return readingSince.advanced(byNanoseconds: readingTimeout)
    case .answering:
      guard let incoming, incoming.isWanted else { return answerBy }
      return incoming.pace.since.advanced(byNanoseconds: profile.body)
    case .lingering:
      return lingerSince.advanced(byNanoseconds: profile.linger)
    case .reading, .streaming, .closing, .closed: return .never
    }
  }

  private var readingTimeout: Int64 {
    switch readingStage {
    case .first: isDraining ? min(profile.header, profile.drainQuiet) : profile.header
    case .head: profile.header
    case .idle: isDraining ? min(profile.idle, profile.drainQuiet) : profile.idle
    case .body: profile.body
    }
  }

  /// Acts on time-outs that have passed at `now`.
  mutating func advance(to now: HTTPMoment) {
    if waitsToWrite, now.instant >= writeDeadline,
      !writePace.renew(at: now.instant, required: profile.writePace)
    {
      timedOut = .write
      outcome = lostOutcome
      phase = .closed
      return
    }
    guard now.instant >= phaseDeadline else { return }
    switch phase {
    case .reading: endReading(now: now)
    case .answering: endAnswering(now: now)
    case .lingering: phase = .closed
    case .streaming, .closing, .closed: break
    }
  }

  private mutating func endReading(now: HTTPMoment) {
    switch readingStage {
    case .first, .idle:
      if !isDraining { timedOut = readingStage == .first ? .header : .idle }
      phase = .closing(lingers: false)
    case .head:
      timedOut = .header
      fail(.timeout("The fields of the request did not arrive in time."), now: now)
    case .body:
      timedOut = .body
      fail(.timeout("The content of the request did not arrive in time."), now: now)
    }
  }

  /// Ends a request whose content is too slow, or whose answer is.
  private mutating func endAnswering(now: HTTPMoment) {
    if let incoming, incoming.isWanted {
      if incoming.isCollected {
        timedOut = .body
        fail(.timeout("The content of the request did not arrive in time."), now: now)
        return
      }
      if self.incoming?.pace.renew(at: now.instant, required: profile.bodyPace) == true { return }
      timedOut = .body
      fail(.timeout("The content of the request arrived too slowly."), now: now)
    } else {
      timedOut = .answer
      cancellation?.cancel()
      cancellation = nil
      respond(.failure(.answerTimeout), to: requestNumber, now: now)
      outcome?.error = .answerTimeout
    }
  }

  /// Replaces the limit of ``HTTPTimeouts/answer`` for the request that is being answered.
  mutating func limitAnswer(to limit: Int64, now: HTTPMoment) {
    answerLimit = limit
    answerBy = now.instant.advanced(byNanoseconds: limit)
  }

  /// Replaces the limit for the request with this number, if it is still being answered.
  mutating func limitAnswer(to limit: Int64, _ number: UInt32, now: HTTPMoment) {
    if phase == .answering, number == requestNumber { limitAnswer(to: limit, now: now) }
  }

  /// Closes a connection that is quiet, at once or when it has been so for long enough; any other
  /// after the request that is being read or answered. A stream is told.
  mutating func beginDraining(now: HTTPMoment) {
    isDraining = true
    outgoing?.source.drain()
    outgoing?.isWaiting = false
    advance(to: now)
  }

  /// Whether a request has begun that is not answered to the end.
  var isBusy: Bool {
    switch phase {
    case .reading: readingStage == .head || readingStage == .body || outputCount > 0
    case .answering, .streaming: true
    case .closing: outputCount > 0
    case .lingering, .closed: false
    }
  }

  /// Refuses the connection as a whole, before any request was read.
  mutating func refuse(_ error: HTTPError, now: HTTPMoment) {
    fail(error, now: now)
  }

  /// Answers an error whose request can't be trusted or completed, and closes.
  mutating func fail(_ error: HTTPError, now: HTTPMoment) {
    // An error in the rest of a request that was answered is no answer to the next one.
    if !isDiscarding {
      answersHTTP10 = false
      // What is known of the request counts: even this answer to HEAD has no content (RFC 9110
      // §9.3.2).
      let isHead = phase == .answering ? answersHead : parser.head.method == .head
      write(response(for: error), closes: true, isHead: isHead, now: now)
      outcome?.error = error.code
    }
    phase = .closing(lingers: true)
    dropInput()
    endUnfinishedContent()
    cancellation?.cancel()
    cancellation = nil
  }
}

extension HTTPError.Code {
  public static let answerTimeout = Self(rawValue: "answer-timeout")
}

extension HTTPError {
  static func timeout(_ message: String) -> HTTPError {
    HTTPError(status: .requestTimeout, code: .requestTimeout, message: message)
  }

  static var answerTimeout: HTTPError {
    HTTPError(
      status: .serviceUnavailable, code: .answerTimeout,
      message: "The server did not answer in time; try again later.", fields: [.retryAfter: "1"])
  }
}
