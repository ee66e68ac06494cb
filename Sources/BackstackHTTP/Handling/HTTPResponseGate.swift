/// An object that decides when deferred responses go out.
public protocol HTTPResponseGate: AnyObject, Sendable {
  /// Takes a deferred response, which the gate passes at once or later, on any thread. Called on
  /// the thread that responds.
  func take(_ result: HTTPDeferredResponse)
}

/// A deferred response. If the gate releases it without passing it, the client gets status 500.
public struct HTTPDeferredResponse: Sendable {
  // This reference prevents the responder from being recycled.
  private let responder: HTTPResponder

  init(_ responder: HTTPResponder) { self.responder = responder }

  /// Sends the response; ignored if one was sent before.
  public func pass() { responder.pass() }

  /// Sends another response instead; ignored if one was sent before.
  public func pass(_ response: HTTPResponse) { responder.pass(.response(response)) }
}
