extension HTTPResponder {
  /// Creates a responder without a connection, for testing handlers. `receive` gets the response,
  /// or status 500 if there is none.
  public convenience init(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse,
    receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    self.init(host: DetachedSink(errorResponse: errorResponse, receive: receive))
  }
}

/// A sink that passes responses to a closure.
private final class DetachedSink: HTTPAnswerSink {
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
    case .answer(let responder): if let answer = responder.takeAnswer() { receive(answer) }
    case .unanswered: receive(.unanswered)
    case .accept(let demand, let responder):
      let count = demand.storage.body.count
      if let limit = demand.policy.limit, count > limit {
        responder.fail(.contentTooLarge(limit: limit))
      } else {
        demand.proceed()
      }
    case .receive(let sink, _, _):
      sink.start(HTTPStreamWaker(host: self, token: 0, number: 0))
      sink.finish(.complete)
    case .watch, .limitAnswer, .waits, .wake: break
    }
    return true
  }

  private func receive(_ answer: HTTPAnswer) {
    switch answer {
    case .response(let response): receive(response)
    case .failure(let error): receive(error.response(errorResponse))
    case .unanswered: receive(HTTPError.unanswered.response(errorResponse))
    }
  }
}
