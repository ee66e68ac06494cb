import BackstackPlatform
import Synchronization

/// The object that responds to one request, once, from any thread.
///
/// A response inside ``HTTPHandler/respond(to:_:)`` is written without a lock; a later one is
/// posted to the connection's event loop. If all references to a responder are released before it
/// has a response, the client gets status 500, so that it never waits forever. Further responses
/// are ignored.
public final class HTTPResponder: @unchecked Sendable {
  // Sound: `phase`, `isWatched` and `watched` are safe to share. `token` and `number` change only
  // while no handler has the responder. Only the loop's thread accesses `isInHandler` and the
  // `inline` properties. `gate` and `lateResult` belong to the thread that has set `phase` to
  // `finished`, then to the receiver of the message.
  let responseSink: any HTTPResponseSink
  private let phase = Atomic<Phase>(.open)
  /// Whether a handler has asked if the client is gone: only then is a cancellation created.
  private let isWatched = Atomic<Bool>(false)
  private let watched = Guarded<HTTPCancellation?>(nil)
  // Sound: no property is passed on while it is being changed.
  private(set) var token: UInt64 = 0
  private(set) var number: UInt32 = 0
  private var isInHandler = false
  private var inlineResult: HTTPResponderResult?
  private var gate: (any HTTPResponseGate)?
  /// A response that is deferred, or that came after the handler's call.
  private var lateResult: HTTPResponderResult?
  /// The requests that the handler made before it returned without a response.
  var inlineSink: (any HTTPStreamSink)?
  var inlineDemand: HTTPContentDemand?
  var inlineLimit: Int64?
  var inlineWaits = false

  /// The state of the response.
  private enum Phase: UInt8, AtomicRepresentable {
    case open, deferred, finished
  }

  init(responseSink: any HTTPResponseSink) { self.responseSink = responseSink }

  deinit {
    if abandon() { responseSink.post(.noResponse(token: token, number: number)) }
  }

  /// Responds to the request; ignored if there was a response before.
  public func respond(_ response: consuming HTTPResponse) { finish(.response(response)) }

  /// Responds with the server's `errorResponse` for an error.
  public func fail(_ error: HTTPError) { finish(.failure(error)) }

  private func finish(_ result: consuming HTTPResponderResult) {
    guard claim(from: .open) else { return result.abandon() }
    if let gate {
      lateResult = result
      phase.store(.deferred, ordering: .releasing)
      gate.take(DeferredResponse(self))
    } else if isInline {
      inlineResult = result
    } else {
      lateResult = result
      post()
    }
  }

  /// Claims the right to respond; the claimant may use `gate` and `lateResult`.
  private func claim(from phase: Phase) -> Bool {
    self.phase.compareExchange(
      expected: phase, desired: .finished, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Posts a message; the response stays here until the receiver takes it, so that no other thread
  /// touches its contents.
  private func post() {
    if !responseSink.post(.result(self)) { takeResult()?.abandon() }
  }

  /// Takes the response; called by the receiver of the message.
  func takeResult() -> HTTPResponderResult? { lateResult.take() }

  // MARK: Deferred responses

  /// Defers the response to the request, an error included, until a gate passes it; ignored if
  /// there was one before. Call this before responding, on the same thread.
  ///
  /// If the responder is released without a response, status 500 is sent without the gate.
  public func deferResponse(to gate: any HTTPResponseGate) {
    // Claimed during the change, as another thread may respond.
    guard claim(from: .open) else { return }
    self.gate = gate
    phase.store(.open, ordering: .releasing)
  }

  /// Sends the deferred response, or another instead.
  func pass(_ replacement: HTTPResponderResult? = nil) {
    guard claim(from: .deferred) else { return }
    gate = nil
    if let replacement {
      lateResult.take()?.abandon()
      lateResult = replacement
    }
    if isInline { inlineResult = takeResult() } else { post() }
  }

  /// Whether the caller runs inside the handler's call, on the loop's thread.
  var isInline: Bool { responseSink.isOnOwnThread && isInHandler }

  /// Prepares for the request with this number on the connection with this token.
  func begin(token: UInt64, number: UInt32) {
    phase.store(.open, ordering: .releasing)
    self.token = token
    self.number = number
    isInHandler = true
  }

  /// Prepares for a handler that resumes with the same request.
  func resume() { isInHandler = true }

  /// Ends the handler's call, after which responses are posted; returns the response, if there is
  /// one.
  func leaveHandler() -> HTTPResponderResult? {
    isInHandler = false
    return inlineResult.take()
  }

  /// Discards what the handler has asked for, as the request has its response.
  func endInline(_ outcome: HTTPStreamOutcome) {
    if inlineLimit != nil { inlineLimit = nil }
    if inlineWaits { inlineWaits = false }
    if inlineDemand != nil { inlineDemand = nil }
    if let sink = inlineSink {
      inlineSink = nil
      sink.finish(outcome)
    }
    cancellation?.forget()
  }

  /// The cancellation, if a handler has asked for it.
  var cancellation: HTTPCancellation? {
    isWatched.load(ordering: .acquiring) ? watched.withLock { $0 } : nil
  }

  /// Returns the cancellation, and whether this call has created it.
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

  /// Gives up a missing response, once nothing else refers to the responder.
  ///
  /// - Returns: Whether the response was still missing.
  @discardableResult
  func abandon() -> Bool {
    let isMissing = phase.exchange(.finished, ordering: .acquiringAndReleasing) != .finished
    if isMissing {
      gate = nil
      takeResult()?.abandon()
    }
    return isMissing
  }
}

/// The result of a handler for a request.
enum HTTPResponderResult: Sendable {
  case response(HTTPResponse)
  case failure(HTTPError)
  /// The responder was released without a response.
  case noResponse

  /// Notifies the stream of a response that can't be sent.
  func abandon() {
    if case .response(let response) = self { response.body.abandon() }
  }
}

/// The receiver of responses that come after the handler's call.
protocol HTTPResponseSink: AnyObject, Sendable {
  /// Whether the caller runs on the thread that calls handlers.
  var isOnOwnThread: Bool { get }
  /// Posts a message; returns whether it will be read.
  @discardableResult
  func post(_ message: HTTPExchangeMessage) -> Bool
}

extension HTTPResponder {
  /// Whether work on the request is futile: its connection was reset or timed out before the
  /// response, or the server was stopped.
  ///
  /// A client that only closes its sending side is not gone, as it may still read, unless the
  /// response waits (``beginWaiting()``). The system reports that a client has closed both sides at
  /// the latest after something was sent to it. The first access only registers for the
  /// notification and, while the server runs, returns `false`.
  ///
  /// - Complexity: O(1). The first access allocates; requests without an access have no cost.
  public var isCancelled: Bool { watching.isCancelled }

  /// Calls a closure once when work on the request is futile; see ``isCancelled``.
  ///
  /// The closure is called on any thread and must not wait. It is released after the response.
  public func onCancel(_ action: @escaping @Sendable () -> Void) { watching.add(action) }

  /// Makes the work futile, for a responder without a connection.
  package func cancel() { makeCancellation().0.cancel() }

  /// Streams a request's content to `sink`, from the first byte; see
  /// ``HTTPContentPolicy/streamed(upTo:)``. Without a policy, ``HTTPLimits/bodyBytes`` is the
  /// limit.
  ///
  /// If the request has no content, or its content was collected, the sink completes at once. A
  /// second sink, or one for a request that was finished or cancelled, only gets
  /// ``HTTPStreamSink/finish(_:)`` with ``HTTPStreamOutcome/cancelled``.
  public func receive(_ sink: any HTTPStreamSink) {
    if isInline, inlineSink == nil {
      inlineSink = sink
    } else if !responseSink.post(.receive(sink, token: token, number: number)) {
      sink.finish(.cancelled)
    }
  }

  /// Replaces ``HTTPTimeouts/response`` for this request; `nil` for no limit. The time begins now,
  /// and again when streamed content is complete.
  public func limitResponseTime(to limit: Duration?) {
    limitResponseTime(to: limit?.clampedNanoseconds ?? .max)
  }

  /// - Parameter nanoseconds: The limit; the largest integer for none.
  fileprivate func limitResponseTime(to nanoseconds: Int64) {
    if isInline {
      inlineLimit = nanoseconds
    } else {
      responseSink.post(.limitResponseTime(nanoseconds, token: token, number: number))
    }
  }

  /// Notes that the response may wait for a long time, like that of a long poll or a stream of
  /// events. Call this before responding.
  ///
  /// From now on, a client that closes its sending side counts as gone once nothing is left to send
  /// to it: the connection is closed, the work cancelled, and the request logged with status 499 or
  /// its stream ended. Without this call, a client that has closed its sending side gets its
  /// response.
  public func beginWaiting() {
    if isInline {
      inlineWaits = true
    } else {
      responseSink.post(.waits(token: token, number: number))
    }
  }

  private var watching: HTTPCancellation {
    let (cancellation, isNew) = makeCancellation()
    if isNew, !isInline,
      !responseSink.post(.watch(cancellation, token: token, number: number))
    {
      cancellation.cancel()
    }
    return cancellation
  }
}

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
    case .limitResponseTime(let nanoseconds, _, _): outer.limitResponseTime(to: nanoseconds)
    case .waits: outer.beginWaiting()
    case .wake: break
    }
    return true
  }
}

extension HTTPResponder {
  /// Creates a responder without a connection, for testing handlers. `receive` gets the response,
  /// or status 500 if there is none.
  public convenience init(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse = HTTPError.plainTextResponse,
    receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    self.init(
      responseSink: DetachedSink(outer: nil, errorResponse: errorResponse, receive: receive))
  }

  /// Returns a responder for another request that has to be processed first: the client that waits for
  /// this response waits for that one, too. `receive` gets its response, or status 500 if there is none.
  package func before(
    errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse,
    receive: @escaping @Sendable (HTTPResponse) -> Void
  ) -> HTTPResponder {
    HTTPResponder(
      responseSink: DetachedSink(outer: self, errorResponse: errorResponse, receive: receive))
  }
}

/// A sink that passes responses to a closure.
private final class DetachedSink: HTTPResponseSink {
  /// The responder whose client waits, if there is one.
  let outer: HTTPResponder?
  let errorResponse: @Sendable (HTTPError) -> HTTPResponse
  let receive: @Sendable (HTTPResponse) -> Void

  init(
    outer: HTTPResponder?, errorResponse: @escaping @Sendable (HTTPError) -> HTTPResponse,
    receive: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    self.outer = outer
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
    case .watch(let cancellation, _, _): outer?.onCancel { cancellation.cancel() }
    case .limitResponseTime(let nanoseconds, _, _): outer?.limitResponseTime(to: nanoseconds)
    case .waits: outer?.beginWaiting()
    case .wake: break
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

/// An object that decides when deferred responses go out.
public protocol HTTPResponseGate: AnyObject, Sendable {
  /// Takes a deferred response, which the gate passes at once or later, on any thread. Called on
  /// the thread that responds.
  func take(_ result: DeferredResponse)
}

/// A deferred response. If the gate releases it without passing it, the client gets status 500.
public struct DeferredResponse: Sendable {
  // This reference prevents the responder from being recycled.
  private let responder: HTTPResponder

  init(_ responder: HTTPResponder) { self.responder = responder }

  /// Sends the response; ignored if one was sent before.
  public func pass() { responder.pass() }

  /// Sends another response instead; ignored if one was sent before.
  public func pass(_ response: HTTPResponse) { responder.pass(.response(response)) }
}
