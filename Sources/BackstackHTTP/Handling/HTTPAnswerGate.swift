/// What keeps answers back until something else has happened.
public protocol HTTPAnswerGate: AnyObject, Sendable {
  /// Takes an answer, and lets it pass at once or later, on any thread. Called on the thread that
  /// answers.
  func take(_ answer: HTTPHeldAnswer)
}

/// An answer that a gate keeps back. If the gate lets go of it, 500 is answered instead.
public struct HTTPHeldAnswer: Sendable {
  // As long as somebody has it, the responder is not used for another request.
  private let responder: HTTPResponder

  init(_ responder: HTTPResponder) { self.responder = responder }

  /// Gives the answer; ignored when one was given before.
  public func pass() { responder.pass() }

  /// Gives another answer in its place; ignored when one was given before.
  public func pass(_ response: HTTPResponse) { responder.pass(.response(response)) }
}
