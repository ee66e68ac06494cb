/// What other threads have to say about the request with a number on the connection with a token.
enum HTTPExchangeMessage: Sendable {
  /// The responder has an answer.
  case answer(HTTPResponder)
  /// A responder was let go of without one.
  case unanswered(token: UInt64, number: UInt32)
  /// The handler wants the content.
  case accept(HTTPContentDemand, HTTPResponder)
  case receive(any HTTPStreamSink, token: UInt64, number: UInt32)
  case watch(HTTPCancellation, token: UInt64, number: UInt32)
  case limitAnswer(Int64, token: UInt64, number: UInt32)
  /// The answer waits for what may not happen for long.
  case waits(token: UInt64, number: UInt32)
  case wake(HTTPStreamWaker)

  var token: UInt64 {
    switch self {
    case .answer(let responder), .accept(_, let responder): responder.token
    case .unanswered(let token, _), .receive(_, let token, _), .watch(_, let token, _),
      .limitAnswer(_, let token, _), .waits(let token, _):
      token
    case .wake(let waker): waker.token
    }
  }

  /// Tells who waits for what follows from the message that the connection is no more.
  func abandon() {
    switch self {
    case .answer(let responder): responder.takeAnswer()?.abandon()
    case .receive(let sink, _, _): sink.finish(.cancelled)
    case .watch(let cancellation, _, _): cancellation.cancel()
    case .unanswered, .accept, .limitAnswer, .waits, .wake: break
    }
  }
}
