import BackstackLocking
import Synchronization

/// The way to answer one request, once, from any thread.
///
/// An answer given inside ``HTTPHandler/respond(to:_:)`` is written without a lock; a later one is
/// posted to the connection's event loop. Letting go of a responder without an answer answers 500,
/// so that no client waits for ever. Further answers are ignored.
public final class HTTPResponder: @unchecked Sendable {
  // Sound: `phase` and what is watched are safe to share; `token` and `number` change only while no handler
  // has the responder; what is inline is touched by the loop's own thread alone, `gate` and what is late by
  // who has brought `phase` to `answered`, then by who gets the message.
  let host: any HTTPAnswerSink
  private let phase = Atomic<Phase>(.open)
  /// Whether somebody has asked if the client has gone: no request pays for more before.
  private let isWatched = Atomic<Bool>(false)
  private let watched = Guarded<HTTPCancellation?>(nil)
  // Sound: none is passed on while it is being changed; checking each access costs 5% of a request.
  @exclusivity(unchecked) private(set) var token: UInt64 = 0
  @exclusivity(unchecked) private(set) var number: UInt32 = 0
  @exclusivity(unchecked) private var isInHandler = false
  @exclusivity(unchecked) private var inlineAnswer: HTTPAnswer?
  @exclusivity(unchecked) private var gate: (any HTTPAnswerGate)?
  /// What is held, or was not given inside the handler's call.
  @exclusivity(unchecked) private var lateAnswer: HTTPAnswer?
  /// What the handler asked for before it returned without an answer.
  @exclusivity(unchecked) var inlineSink: (any HTTPStreamSink)?
  @exclusivity(unchecked) var inlineDemand: HTTPContentDemand?
  @exclusivity(unchecked) var inlineLimit: Int64?
  @exclusivity(unchecked) var inlineWaits = false

  /// What has become of the answer.
  private enum Phase: UInt8, AtomicRepresentable {
    case open, held, answered
  }

  init(host: any HTTPAnswerSink) { self.host = host }

  deinit {
    if abandon() { host.post(.unanswered(token: token, number: number)) }
  }

  /// Answers the request; ignored when it was answered before.
  public func respond(_ response: consuming HTTPResponse) { answer(.response(response)) }

  /// Answers with what the server's `errorResponse` makes of the error.
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

  /// Claims the answer; whoever does may use what belongs to it.
  private func claim(from phase: Phase) -> Bool {
    self.phase.compareExchange(
      expected: phase, desired: .answered, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Has the answer taken, which stays where it is until then: other threads need not touch what it has.
  private func post() {
    if !host.post(.answer(self)) { takeAnswer()?.abandon() }
  }

  /// The answer, for who has got the message that there is one.
  func takeAnswer() -> HTTPAnswer? { lateAnswer.take() }

  // MARK: Holding back

  /// Has the answer to the request kept back by a gate, be it an error or not; ignored when one was given
  /// before. Called by who is to answer, before that.
  ///
  /// That the responder is let go of without an answer is answered 500 without the gate.
  public func hold(for gate: any HTTPAnswerGate) {
    // Claimed meanwhile, as another thread may answer.
    guard claim(from: .open) else { return }
    self.gate = gate
    phase.store(.open, ordering: .releasing)
  }

  /// Gives the answer that was held back, or another in its place.
  func pass(_ replacement: HTTPAnswer? = nil) {
    guard claim(from: .held) else { return }
    gate = nil
    if let replacement {
      lateAnswer.take()?.abandon()
      lateAnswer = replacement
    }
    if isInline { inlineAnswer = takeAnswer() } else { post() }
  }

  /// Whether the caller is the handler's call on the loop's thread.
  var isInline: Bool { host.isOnOwnThread && isInHandler }

  /// Prepares for the request with this number on the connection with this token.
  func begin(token: UInt64, number: UInt32) {
    phase.store(.open, ordering: .releasing)
    self.token = token
    self.number = number
    isInHandler = true
  }

  /// Prepares for a handler that goes on with the same request.
  func resume() { isInHandler = true }

  /// Ends the time in which an answer is taken without posting it.
  func leaveHandler() -> HTTPAnswer? {
    isInHandler = false
    return inlineAnswer.take()
  }

  /// Lets go of what the handler asked for, as the request was answered.
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

  /// What tells that the client has gone, if somebody has asked.
  var cancellation: HTTPCancellation? {
    isWatched.load(ordering: .acquiring) ? watched.withLock { $0 } : nil
  }

  /// Makes what tells that the client has gone, unless there is one; returns whether it is new.
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

  /// Gives up an answer that did not come, once nobody else has the responder.
  ///
  /// - Returns: Whether it was still missing.
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

/// How a request was answered.
enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  case failure(HTTPError)
  /// The responder was let go of without an answer.
  case unanswered

  /// Tells the stream of an answer that can't be given.
  func abandon() {
    if case .response(let response) = self { response.body.abandon() }
  }
}

/// Where answers go that are given outside the handler's call.
protocol HTTPAnswerSink: AnyObject, Sendable {
  /// Whether the caller runs on the thread that calls handlers.
  var isOnOwnThread: Bool { get }
  /// Leaves a message; returns whether it will be read.
  @discardableResult
  func post(_ message: HTTPExchangeMessage) -> Bool
}
