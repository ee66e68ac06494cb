/// Takes the content of a request while it arrives.
///
/// Called on one event loop's thread, which serves other connections too, so no method may wait.
/// The server calls ``start(_:)`` first and ``finish(_:)`` last, each once, or only ``finish(_:)`` when
/// the sink can't have the content.
public protocol HTTPStreamSink: AnyObject, Sendable {
  /// Begins; waking the waker goes on after a pause.
  func start(_ waker: HTTPStreamWaker)

  /// Takes the next piece, which is never empty and at most 64 KiB.
  ///
  /// - Returns: Whether to go on. After `pause` the socket is not read for long, so that the
  ///   client's sending stops, until the waker is woken.
  func receive(_ content: borrowing Span<UInt8>) -> HTTPStreamDemand

  /// Ends; the sink is not called again. Only after ``HTTPStreamOutcome/complete`` was that all.
  func finish(_ outcome: HTTPStreamOutcome)
}

/// Whether a sink takes more.
public enum HTTPStreamDemand: Sendable {
  case more
  /// Nothing more until ``HTTPStreamWaker/wake()``.
  case pause
}
