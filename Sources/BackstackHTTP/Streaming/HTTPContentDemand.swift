/// What a handler wants of a request's content, and how it goes on when it has that.
final class HTTPContentDemand: @unchecked Sendable {
  // Sound: `responder` is set before the demand is passed on to the event loop, and the request's content
  // is appended by the loop's thread before anybody is given a request that shows it.
  let policy: HTTPContentPolicy
  /// The connection's responder, through which the demand came.
  @exclusivity(unchecked) var responder: HTTPResponder?
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

  /// The memory of the request.
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

  /// Has the handler go on.
  func proceed() { body(prepared) }
}

extension HTTPResponder {
  /// Has the content of a request collected or streamed, then calls `body` with the request.
  ///
  /// A handler is called when the fields of a request are complete, before any of its content is read:
  /// whatever can be refused by the fields is refused without this. Until it is called nothing more is
  /// read from the connection, and no `100 Continue` is sent. What the handler does not accept is
  /// discarded after the answer, or the connection is closed. A request without content, and one that is
  /// whole already, is passed on at once.
  ///
  /// When the content is too large, malformed, incomplete or late, the connection is answered that, and
  /// `body` is not called.
  ///
  /// - Parameters:
  ///   - request: The request that the handler was given, or a changed copy.
  ///   - policy: How the content is wanted.
  ///   - body: Goes on with the request; with ``HTTPContentPolicy/collected(upTo:)`` its content is in
  ///     ``HTTPRequest/body``. Called at once or later, then on the event loop's thread, which must not
  ///     wait; at most once.
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

  /// Passes a demand on to the event loop.
  func take(_ demand: HTTPContentDemand) {
    demand.responder = self
    if isInline, inlineDemand == nil {
      inlineDemand = demand
    } else {
      host.post(.accept(demand, self))
    }
  }
}
