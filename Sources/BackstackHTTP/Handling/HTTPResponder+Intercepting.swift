extension HTTPResponder {
  /// A responder whose answers are changed before they go to this one.
  ///
  /// - Parameters:
  ///   - errorResponse: The answer for an error, to be changed like others.
  ///   - change: Makes the answer that is given. Called on the thread that answers.
  public func intercepting(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse,
    _ change: @escaping @Sendable (HTTPResponse) -> HTTPResponse
  ) -> HTTPResponder {
    deferring(errorResponse: errorResponse) { response, pass in pass(change(response)) }
  }

  /// A responder whose answers are passed on to this one when something else has happened.
  ///
  /// - Parameters:
  ///   - errorResponse: The answer for an error, to be treated like others.
  ///   - forward: Gets the answer and what passes one on, at once or later, on any thread. Called on the
  ///     thread that answers.
  public func deferring(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse,
    _ forward:
      @escaping @Sendable (HTTPResponse, _ pass: @escaping @Sendable (HTTPResponse) -> Void) -> Void
  ) -> HTTPResponder {
    HTTPResponder(
      host: ForwardingSink(outer: self, errorResponse: errorResponse, forward: forward))
  }
}

/// Passes on what is asked of one responder to another.
private final class ForwardingSink: HTTPAnswerSink {
  let outer: HTTPResponder
  let errorResponse: @Sendable (HTTPError) -> HTTPResponse
  let forward: @Sendable (HTTPResponse, @escaping @Sendable (HTTPResponse) -> Void) -> Void

  init(
    outer: HTTPResponder, errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse,
    forward:
      @escaping @Sendable (HTTPResponse, @escaping @Sendable (HTTPResponse) -> Void) -> Void
  ) {
    self.outer = outer
    self.errorResponse = errorResponse
    self.forward = forward
  }

  private func pass(_ response: HTTPResponse) { forward(response) { [outer] in outer.respond($0) } }

  var isOnOwnThread: Bool { false }

  func post(_ message: HTTPExchangeMessage) -> Bool {
    switch message {
    case .answer(.response(let response), _, _): pass(response)
    case .answer(.failure(let error), _, _): pass(error.response(errorResponse))
    case .answer(.unanswered, _, _): pass(HTTPError.unanswered.response(errorResponse))
    case .receive(let sink, _, _): outer.receive(sink)
    case .watch(let cancellation, _, _): outer.onCancel { cancellation.cancel() }
    case .limitAnswer(let nanoseconds, _, _):
      outer.limitAnswer(to: nanoseconds == .max ? nil : .nanoseconds(nanoseconds))
    case .wake: break
    }
    return true
  }
}
