extension HTTPConnection {
  /// When ``advance(to:)`` has something to do, if nothing else happens before.
  var deadline: MonotonicInstant {
    var deadline = MonotonicInstant.never
    switch phase {
    case .reading where outputCount == 0:
      deadline = readingSince.advanced(byNanoseconds: readingTimeout)
    case .lingering:
      deadline = lingerSince.advanced(byNanoseconds: profile.linger)
    case .reading, .answering, .closing, .closed: break
    }
    if outputCount > 0 {
      deadline = min(deadline, writingSince.advanced(byNanoseconds: profile.writeStall))
    }
    return deadline
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
    guard now.instant >= deadline else { return }
    guard phase == .reading, outputCount == 0 else {
      if outputCount > 0 { timedOut = .write }
      phase = .closed
      return
    }
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

  /// Closes a connection that is quiet, at once or when it has been so for long enough; any other
  /// after the request that is being read or answered.
  mutating func beginDraining(now: HTTPMoment) {
    isDraining = true
    advance(to: now)
  }

  /// Whether a request has begun that is not answered to the end.
  var isBusy: Bool {
    switch phase {
    case .reading: readingStage == .head || readingStage == .body || outputCount > 0
    case .answering: true
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
    answersHTTP10 = false
    // What is known of the request counts: even this answer to HEAD has no content (RFC 9110 §9.3.2).
    let isHead = parser.head.method == .head
    write(response(for: error), closes: true, isHead: isHead, now: now)
    outcome?.error = error.code
    phase = .closing(lingers: true)
    dropInput()
  }
}

extension HTTPError {
  static func timeout(_ message: String) -> HTTPError {
    HTTPError(status: .requestTimeout, code: .requestTimeout, message: message)
  }
}
