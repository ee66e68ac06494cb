extension HTTPResponder {
  /// Creates a responder without a connection, for testing handlers. `receive` gets the response,
  /// or status 500 if there is none.
  public convenience init(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse,
    receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    self.init(responseSink: DetachedSink(errorResponse: errorResponse, receive: receive))
  }
}

/// A sink that passes responses to a closure.
private final class DetachedSink: HTTPResponseSink {
  let errorResponse: @Sendable (HTTPError) -> HTTPResponse
  let receive: @Sendable (HTTPResponse) -> Void

  init(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse,
    receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    self.errorResponse = errorResponse
    self.receive = receive
  }

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    switch message {
    case .result(let responder): if let result = responder.takeResult() { receive(result) }
    case .noResponse: receive(.noResponse)
    case .accept(let demand, let responder):
      let count = demand.storage.body.count
      if let limit = demand.policy.limit, count > limit {
        responder.fail(.contentTooLarge(limit: limit))
      } else {
        demand.proceed()
      }
    case .receive(let sink, _, _):
      sink.start(HTTPStreamWaker(responseSink: self, token: 0, number: 0))
      sink.finish(.complete)
    case .watch, .limitResponseTime, .waits, .wake: break
    }
    return true
  }

  private func receive(_ result: HTTPResponderResult) {
    switch result {
    case .response(let response): receive(response)
    case .failure(let error): receive(error.response(errorResponse))
    case .noResponse: receive(HTTPError.noResponse.response(errorResponse))
    }
  }
}
