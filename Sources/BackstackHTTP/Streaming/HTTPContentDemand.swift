/// A handler's demand for a request's content, and the closure to resume with.
final class HTTPContentDemand: @unchecked Sendable {
  // Sound: `responder` is set before the demand is passed to the event loop, and the loop's thread
  // appends the content before any request that shows it is passed on.
  let policy: HTTPContentPolicy
  /// The connection's responder, through which the demand came.
  var responder: HTTPResponder?
  private let request: HTTPRequest
  private let body: @Sendable (HTTPRequest) -> Void

  init(
    _ policy: HTTPContentPolicy, of request: HTTPRequest,
    _ body: @escaping @Sendable (HTTPRequest) -> Void
  ) {
    self.policy = policy
    self.request = request
    self.body = body
  }

  /// The request's memory.
  var storage: HTTPRequest.Storage { request.storage }

  /// The request as the handler gets it: with its content, unless that is streamed.
  var prepared: HTTPRequest {
    var request = request
    if !policy.isStreamed { request.isWhole = true }
    return request
  }

  /// Collects a piece of the content.
  func append(_ content: borrowing Span<UInt8>) {
    request.storage.body.append(content, content.indices)
  }

  /// Resumes the handler.
  func proceed() { body(prepared) }
}

extension HTTPResponder {
  /// Collects or streams the content of a request, then calls `body` with the request.
  ///
  /// A handler is called when the fields of a request are complete, before any of its content is
  /// read: a handler that refuses a request by its fields never calls this. Until the call, nothing
  /// more is read from the connection, and no `100 Continue` is sent. Content that no handler
  /// accepts is discarded after the response, or the connection is closed. A request without
  /// content, or whose content is complete, is passed on at once.
  ///
  /// When the content is too large, malformed, incomplete or late, the connection itself responds
  /// and `body` is not called.
  ///
  /// - Parameters:
  ///   - request: The request that the handler was given, or a changed copy.
  ///   - policy: The form in which the handler wants the content.
  ///   - body: Resumes with the request; with ``HTTPContentPolicy/collected(upTo:)`` its content is
  ///     in ``HTTPRequest/body``. Called at most once, at once or later on the event loop's thread,
  ///     which must not wait.
  public func acceptContent(
    of request: HTTPRequest, _ policy: HTTPContentPolicy = .collected(),
    _ body: @escaping @Sendable (HTTPRequest) -> Void
  ) {
    if !request.isWhole, policy != .deferred {
      take(HTTPContentDemand(policy, of: request, body))
    } else if let limit = policy.limit, request.storage.body.count > limit, request.isWhole {
      fail(.contentTooLarge(limit: limit))
    } else {
      body(request)
    }
  }

  /// Passes a demand to the event loop.
  func take(_ demand: HTTPContentDemand) {
    demand.responder = self
    if isInline, inlineDemand == nil {
      inlineDemand = demand
    } else {
      responseSink.post(.accept(demand, self))
    }
  }
}
