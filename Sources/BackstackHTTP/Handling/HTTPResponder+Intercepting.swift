extension HTTPResponder {
  /// Returns a responder whose responses are changed before they go to this one.
  ///
  /// - Parameters:
  ///   - errorResponse: Returns the response for an error, which is then changed like others.
  ///   - change: Returns the response to send. Called on the thread that responds.
  public func intercepting(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse,
    _ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse
  ) -> HTTPResponder {
    HTTPResponder(
      responseSink: ChangingSink(outer: self, errorResponse: errorResponse, change: change))
  }
}

/// A sink that forwards one responder's messages to another.
private final class ChangingSink: HTTPResponseSink {
  let outer: HTTPResponder
  let errorResponse: @Sendable (HTTPError) -> HTTPResponse
  let change: @Sendable (HTTPResponse) -> HTTPResponse

  init(
    outer: HTTPResponder, errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse,
    change: @escaping @Sendable (HTTPResponse) -> HTTPResponse
  ) {
    self.outer = outer
    self.errorResponse = errorResponse
    self.change = change
  }

  private func pass(_ result: HTTPResponderResult) {
    switch result {
    case .response(let response): outer.respond(change(response))
    case .failure(let error): outer.respond(change(error.response(errorResponse)))
    case .noResponse: outer.respond(change(HTTPError.noResponse.response(errorResponse)))
    }
  }

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    switch message {
    case .result(let responder): if let result = responder.takeResult() { pass(result) }
    case .noResponse: pass(.noResponse)
    case .accept(let demand, _): outer.take(demand)
    case .receive(let sink, _, _): outer.receive(sink)
    case .watch(let cancellation, _, _): outer.onCancel { cancellation.cancel() }
    case .limitResponseTime(let nanoseconds, _, _):
      outer.limitResponseTime(to: nanoseconds == .max ? nil : .nanoseconds(nanoseconds))
    case .waits: outer.beginWaiting()
    case .wake: break
    }
    return true
  }
}
