/// A receiver of a request's content while it arrives.
///
/// Called on one event loop's thread, which serves other connections too, so no method may wait.
/// The server calls ``start(_:)`` first and ``finish(_:)`` last, each once, or only ``finish(_:)``
/// if the sink can't have the content.
public protocol HTTPStreamSink: AnyObject, Sendable {
  /// Begins the delivery; the waker resumes it after a pause.
  func start(_ waker: HTTPStreamWaker)

  /// Receives the next piece, which is never empty and at most 64 KiB.
  ///
  /// - Returns: Whether the sink takes more. After `pause` the connection soon stops reading from
  ///   the socket, so that the client has to stop sending, until the waker is woken.
  func receive(_ content: borrowing Span<UInt8>) -> HTTPStreamDemand

  /// Ends the delivery; the sink is not called again. Only ``HTTPStreamOutcome/complete`` means
  /// complete content.
  func finish(_ outcome: HTTPStreamOutcome)
}

/// Whether a sink takes more.
public enum HTTPStreamDemand: Sendable {
  case more
  /// Nothing more until ``HTTPStreamWaker/wake()``.
  case pause
}
