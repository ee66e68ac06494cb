import BackstackLocking
import Synchronization

/// The object through which one request is answered, once, from any thread.
///
/// A response inside ``HTTPHandler/respond(to:_:)`` is written without a lock; a later one is
/// posted to the connection's event loop. If all references to a responder are released before it
/// has a response, the client gets status 500, so that it never waits forever. Further responses
/// are ignored.
public final class HTTPResponder: @unchecked Sendable {
  // Sound: `phase`, `isWatched` and `watched` are safe to share. `token` and `number` change only
  // while no handler has the responder. Only the loop's thread accesses `isInHandler` and the
  // `inline` properties. `gate` and `lateAnswer` belong to the thread that has set `phase` to
  // `answered`, then to the receiver of the message.
  let host: any HTTPAnswerSink
  private let phase = Atomic<Phase>(.open)
  /// Whether a handler has asked if the client is gone: only then is a cancellation created.
  private let isWatched = Atomic<Bool>(false)
  private let watched = Guarded<HTTPCancellation?>(nil)
  // Sound: no property is passed on while it is being changed. Exclusivity checks would cost 5% of
  // a request.
  @exclusivity(unchecked) private(set) var token: UInt64 = 0
  @exclusivity(unchecked) private(set) var number: UInt32 = 0
  @exclusivity(unchecked) private var isInHandler = false
  @exclusivity(unchecked) private var inlineAnswer: HTTPAnswer?
  @exclusivity(unchecked) private var gate: (any HTTPAnswerGate)?
  /// A response that is deferred, or that came after the handler's call.
  @exclusivity(unchecked) private var lateAnswer: HTTPAnswer?
  /// The requests that the handler made before it returned without a response.
  @exclusivity(unchecked) var inlineSink: (any HTTPStreamSink)?
  @exclusivity(unchecked) var inlineDemand: HTTPContentDemand?
  @exclusivity(unchecked) var inlineLimit: Int64?
  @exclusivity(unchecked) var inlineWaits = false

  /// The state of the response.
  private enum Phase: UInt8, AtomicRepresentable {
    case open, held, answered
  }

  init(host: any HTTPAnswerSink) { self.host = host }

  deinit {
    if abandon() { host.post(.unanswered(token: token, number: number)) }
  }

  /// Responds to the request; ignored if it was answered before.
  public func respond(_ response: consuming HTTPResponse) { answer(.response(response)) }

  /// Responds with the server's `errorResponse` for an error.
  public func fail(_ error: HTTPError) { answer(.failure(error)) }

  private func answer(_ answer: consuming HTTPAnswer) {
    guard claim(from: .open) else { return answer.abandon() }
    if let gate {
      lateAnswer = answer
      phase.store(.held, ordering: .releasing)
      gate.take(HTTPHeldAnswer(self))
    } else if isInline {
      inlineAnswer = answer
    } else {
      lateAnswer = answer
      post()
    }
  }

  /// Claims the right to respond; the claimant may use `gate` and `lateAnswer`.
  private func claim(from phase: Phase) -> Bool {
    self.phase.compareExchange(
      expected: phase, desired: .answered, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Posts a message; the response stays here until the receiver takes it, so that no other thread
  /// touches its contents.
  private func post() {
    if !host.post(.answer(self)) { takeAnswer()?.abandon() }
  }

  /// Takes the response; called by the receiver of the message.
  func takeAnswer() -> HTTPAnswer? { lateAnswer.take() }

  // MARK: Deferred responses

  /// Defers the response to the request, an error included, until a gate passes it; ignored if
  /// there was one before. Call this before responding, on the same thread.
  ///
  /// If the responder is released without a response, status 500 is sent without the gate.
  public func hold(for gate: any HTTPAnswerGate) {
    // Claimed during the change, as another thread may respond.
    guard claim(from: .open) else { return }
    self.gate = gate
    phase.store(.open, ordering: .releasing)
  }

  /// Sends the deferred response, or another instead.
  func pass(_ replacement: HTTPAnswer? = nil) {
    guard claim(from: .held) else { return }
    gate = nil
    if let replacement {
      lateAnswer.take()?.abandon()
      lateAnswer = replacement
    }
    if isInline { inlineAnswer = takeAnswer() } else { post() }
  }

  /// Whether the caller runs inside the handler's call, on the loop's thread.
  var isInline: Bool { host.isOnOwnThread && isInHandler }

  /// Prepares for the request with this number on the connection with this token.
  func begin(token: UInt64, number: UInt32) {
    phase.store(.open, ordering: .releasing)
    self.token = token
    self.number = number
    isInHandler = true
  }

  /// Prepares for a handler that resumes with the same request.
  func resume() { isInHandler = true }

  /// Ends the handler's call, after which responses are posted; returns the response, if there is
  /// one.
  func leaveHandler() -> HTTPAnswer? {
    isInHandler = false
    return inlineAnswer.take()
  }

  /// Discards what the handler has asked for, as the request was answered.
  func endInline(_ outcome: HTTPStreamOutcome) {
    if inlineLimit != nil { inlineLimit = nil }
    if inlineWaits { inlineWaits = false }
    if inlineDemand != nil { inlineDemand = nil }
    if let sink = inlineSink {
      inlineSink = nil
      sink.finish(outcome)
    }
    cancellation?.forget()
  }

  /// The cancellation, if a handler has asked for it.
  var cancellation: HTTPCancellation? {
    isWatched.load(ordering: .acquiring) ? watched.withLock { $0 } : nil
  }

  /// Returns the cancellation, and whether this call has created it.
  func makeCancellation() -> (HTTPCancellation, isNew: Bool) {
    let made = watched.withLock { watched in
      if let watched { return (watched, isNew: false) }
      let cancellation = HTTPCancellation()
      watched = cancellation
      return (cancellation, isNew: true)
    }
    isWatched.store(true, ordering: .releasing)
    return made
  }

  /// Gives up a missing response, once nothing else refers to the responder.
  ///
  /// - Returns: Whether the response was still missing.
  @discardableResult
  func abandon() -> Bool {
    let isMissing = phase.exchange(.answered, ordering: .acquiringAndReleasing) != .answered
    if isMissing {
      gate = nil
      takeAnswer()?.abandon()
    }
    return isMissing
  }
}

/// The result of a handler for a request.
enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  case failure(HTTPError)
  /// The responder was released without a response.
  case unanswered

  /// Notifies the stream of a response that can't be sent.
  func abandon() {
    if case .response(let response) = self { response.body.abandon() }
  }
}

/// The receiver of responses that come after the handler's call.
protocol HTTPAnswerSink: AnyObject, Sendable {
  /// Whether the caller runs on the thread that calls handlers.
  var isOnOwnThread: Bool { get }
  /// Posts a message; returns whether it will be read.
  @discardableResult
  func post(_ message: HTTPExchangeMessage) -> Bool
}
