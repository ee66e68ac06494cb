import BackstackPlatform
extension HTTPConnection {
  /// When ``advance(to:)`` has something to do, unless something else happens first.
  var deadline: MonotonicInstant {
    var deadline = phaseDeadline
    if waitsToWrite { deadline = min(deadline, writeDeadline) }
    return deadline
  }

  private var writeDeadline: MonotonicInstant {
    minimumWriteRate.since.advanced(byNanoseconds: profile.write)
  }

  /// When the current phase times out.
  private var phaseDeadline: MonotonicInstant {
    switch phase {
    case .reading where outputCount == 0:
      return readingSince.advanced(byNanoseconds: readingTimeout)
    case .responding:
      guard let incoming, incoming.isWanted else { return responseDeadline }
      return incoming.rate.since.advanced(byNanoseconds: profile.body)
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

  /// Handles the timeouts that have passed at `now`.
  mutating func advance(to now: HTTPTick) {
    if waitsToWrite, now.instant >= writeDeadline,
      !minimumWriteRate.renew(at: now.instant, required: profile.minimumWriteRate)
    {
      timedOut = .write
      outcome = lostOutcome
      phase = .closed
      return
    }
    guard now.instant >= phaseDeadline else { return }
    switch phase {
    case .reading: endReading(now: now)
    case .responding: endResponding(now: now)
    case .lingering: phase = .closed
    case .streaming, .closing, .closed: break
    }
  }

  private mutating func endReading(now: HTTPTick) {
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

  /// Ends a request whose content or whose response took too long.
  private mutating func endResponding(now: HTTPTick) {
    if let incoming, incoming.isWanted {
      if incoming.isCollected {
        timedOut = .body
        fail(.timeout("The content of the request did not arrive in time."), now: now)
        return
      }
      if self.incoming?.rate.renew(at: now.instant, required: profile.minimumBodyRate) == true {
        return
      }
      timedOut = .body
      fail(.timeout("The content of the request arrived too slowly."), now: now)
    } else {
      timedOut = .response
      cancellation?.cancel()
      cancellation = nil
      respond(.failure(.responseTimeout), to: requestNumber, now: now)
      outcome?.error = .responseTimeout
    }
  }

  /// Replaces the limit of ``HTTPTimeouts/response`` for the current request.
  mutating func limitResponseTime(to limit: Int64, now: HTTPTick) {
    responseTimeLimit = limit
    responseDeadline = now.instant.advanced(byNanoseconds: limit)
  }

  /// Replaces the limit for the request with this number, if it still waits for its response.
  mutating func limitResponseTime(to limit: Int64, _ number: UInt32, now: HTTPTick) {
    if phase == .responding, number == requestNumber { limitResponseTime(to: limit, now: now) }
  }

  /// Closes a quiet connection, at once or when it has been quiet for long enough, and any other
  /// after the current request. Tells a stream's source to drain.
  mutating func beginDraining(now: HTTPTick) {
    isDraining = true
    outgoing?.source.drain()
    outgoing?.isWaiting = false
    advance(to: now)
  }

  /// Whether a request has begun whose response is not complete.
  var isBusy: Bool {
    switch phase {
    case .reading: readingStage == .head || readingStage == .body || outputCount > 0
    case .responding, .streaming: true
    case .closing: outputCount > 0
    case .lingering, .closed: false
    }
  }

  /// Refuses the whole connection, before any request was read.
  mutating func refuse(_ error: HTTPError, now: HTTPTick) {
    fail(error, now: now)
  }

  /// Responds with an error to a request that can't be trusted or completed, and closes.
  mutating func fail(_ error: HTTPError, now: HTTPTick) {
    // An error in the rest of a request that has its response must not become the response to the
    // next one.
    if !isDiscarding {
      isHTTP10Request = false
      // Use what is known of the request: even this response to HEAD has no content (RFC 9110
      // §9.3.2).
      let isHead = phase == .responding ? isHeadRequest : parser.head.method == .head
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
  public static let responseTimeout = Self(rawValue: "answer-timeout")
}

extension HTTPError {
  static func timeout(_ message: String) -> HTTPError {
    HTTPError(status: .requestTimeout, code: .requestTimeout, message: message)
  }

  static var responseTimeout: HTTPError {
    HTTPError(
      status: .serviceUnavailable, code: .responseTimeout,
      message: "The server did not respond in time; try again later.", fields: [.retryAfter: "1"])
  }
}
