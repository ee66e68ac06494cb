import BackstackLocking
import Synchronization

/// The way to answer one request, once, from any thread.
///
/// An answer given inside ``HTTPHandler/respond(to:_:)`` is written without a lock; a later one is
/// posted to the connection's event loop. Letting go of a responder without an answer answers 500,
/// so that no client waits for ever. Further answers are ignored.
public final class HTTPResponder: @unchecked Sendable {
  // Sound: `isAnswered` and what is watched are safe to share; `token` and `number` change only while no
  // handler has the responder; what is inline is touched by the loop's own thread alone.
  let host: any HTTPAnswerSink
  private let isAnswered = Atomic<Bool>(false)
  /// Whether somebody has asked if the client has gone: no request pays for more before.
  private let isWatched = Atomic<Bool>(false)
  private let watched = Guarded<HTTPCancellation?>(nil)
  // Sound: none is passed on while it is being changed; checking each access costs 5% of a request.
  @exclusivity(unchecked) private(set) var token: UInt64 = 0
  @exclusivity(unchecked) private(set) var number: UInt32 = 0
  @exclusivity(unchecked) private var isInHandler = false
  @exclusivity(unchecked) private var inlineAnswer: HTTPAnswer?
  /// What the handler asked for before it returned without an answer.
  @exclusivity(unchecked) var inlineSink: (any HTTPStreamSink)?
  @exclusivity(unchecked) var inlineLimit: Int64?

  init(host: any HTTPAnswerSink) { self.host = host }

  deinit {
    if !isAnswered.load(ordering: .acquiring) {
      host.post(.answer(.unanswered, token: token, number: number))
    }
  }

  /// Answers the request; ignored when it was answered before.
  public func respond(_ response: consuming HTTPResponse) { answer(.response(response)) }

  /// Answers with what the server's `errorResponse` makes of the error.
  public func fail(_ error: HTTPError) { answer(.failure(error)) }

  private func answer(_ answer: consuming HTTPAnswer) {
    // Read first: once it is answered, the loop may use the responder for another request.
    let (token, number) = (token, number)
    if isAnswered.exchange(true, ordering: .acquiringAndReleasing) {
      answer.abandon()
    } else if isInline {
      inlineAnswer = answer
    } else if !host.post(.answer(answer, token: token, number: number)) {
      answer.abandon()
    }
  }

  /// Whether the caller is the handler's call on the loop's thread.
  var isInline: Bool { host.isOnOwnThread && isInHandler }

  /// Prepares for the request with this number on the connection with this token.
  func begin(token: UInt64, number: UInt32) {
    isAnswered.store(false, ordering: .releasing)
    self.token = token
    self.number = number
    isInHandler = true
  }

  /// Ends the time in which an answer is taken without posting it.
  func leaveHandler() -> HTTPAnswer? {
    isInHandler = false
    return inlineAnswer.take()
  }

  /// Lets go of what the handler asked for, as the request was answered.
  func endInline(_ outcome: HTTPStreamOutcome) {
    if inlineLimit != nil { inlineLimit = nil }
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
  func abandon() -> Bool { !isAnswered.exchange(true, ordering: .acquiringAndReleasing) }
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
