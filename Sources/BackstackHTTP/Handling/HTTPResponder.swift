import Synchronization

/// The way to answer one request, once, from any thread.
///
/// An answer given inside ``HTTPHandler/respond(to:_:)`` is written without a lock; a later one is
/// posted to the connection's event loop. Letting go of a responder without an answer answers 500,
/// so that no client waits for ever. Further answers are ignored.
public final class HTTPResponder: @unchecked Sendable {
  // Sound: `isAnswered` is atomic; `token` and `number` change only while no handler has the
  // responder; `isInHandler` and `inlineAnswer` are touched by the loop's own thread alone.
  let sink: any HTTPAnswerSink
  private let isAnswered = Atomic<Bool>(false)
  private var token: UInt64 = 0
  private var number: UInt32 = 0
  private var isInHandler = false
  private var inlineAnswer: HTTPAnswer?

  init(sink: any HTTPAnswerSink) { self.sink = sink }

  deinit {
    if !isAnswered.load(ordering: .acquiring) {
      sink.post(.unanswered, token: token, number: number)
    }
  }

  /// Answers the request; ignored when it was answered before.
  public func respond(_ response: HTTPResponse) { answer(.response(response)) }

  /// Answers with what the server's `errorResponse` makes of the error.
  public func fail(_ error: HTTPError) { answer(.failure(error)) }

  private func answer(_ answer: HTTPAnswer) {
    if isAnswered.exchange(true, ordering: .acquiringAndReleasing) { return }
    if sink.isOnOwnThread, isInHandler {
      inlineAnswer = answer
    } else {
      sink.post(answer, token: token, number: number)
    }
  }

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
    guard let answer = inlineAnswer else { return nil }
    inlineAnswer = nil
    return answer
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
}

/// Where answers go that are given outside the handler's call.
protocol HTTPAnswerSink: AnyObject, Sendable {
  /// Whether the caller runs on the thread that calls handlers.
  var isOnOwnThread: Bool { get }
  func post(_ answer: HTTPAnswer, token: UInt64, number: UInt32)
}
