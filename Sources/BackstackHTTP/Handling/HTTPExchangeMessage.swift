/// A message from another thread about one request, identified by its connection's token and a
/// number.
enum HTTPExchangeMessage: Sendable {
  /// The responder has a response.
  case result(HTTPResponder)
  /// A responder was released without a response.
  case noResponse(token: UInt64, number: UInt32)
  /// The handler wants the content.
  case accept(HTTPContentDemand, HTTPResponder)
  case receive(any HTTPStreamSink, token: UInt64, number: UInt32)
  case watch(HTTPCancellation, token: UInt64, number: UInt32)
  case limitResponseTime(Int64, token: UInt64, number: UInt32)
  /// The response may wait for a long time.
  case waits(token: UInt64, number: UInt32)
  case wake(HTTPStreamWaker)

  var token: UInt64 {
    switch self {
    case .result(let responder), .accept(_, let responder): responder.token
    case .noResponse(let token, _), .receive(_, let token, _), .watch(_, let token, _),
      .limitResponseTime(_, let token, _), .waits(let token, _):
      token
    case .wake(let waker): waker.token
    }
  }

  /// Cancels the waiters: the connection is closed.
  func abandon() {
    switch self {
    case .result(let responder): responder.takeResult()?.abandon()
    case .receive(let sink, _, _): sink.finish(.cancelled)
    case .watch(let cancellation, _, _): cancellation.cancel()
    case .noResponse, .accept, .limitResponseTime, .waits, .wake: break
    }
  }
}
