/// A source of a response's content, which is produced while it is sent.
///
/// The connection asks for content when it has room, so a client that reads slowly makes no buffer
/// grow: the source decides what to send when it can be sent. A source of events, for instance,
/// sends the current state instead of a queue of past ones.
///
/// The server calls all methods on one event loop's thread, which serves other connections too, so
/// none may wait. It calls ``start(_:)`` first and ``finish(_:)`` last, each once, or only
/// ``finish(_:)`` when no content is to be sent.
public protocol HTTPStreamSource: AnyObject, Sendable {
  /// Begins the stream; the waker stays valid for as long as there is a reference to it.
  func start(_ waker: HTTPStreamWaker)

  /// Appends content to `output`, which is empty.
  ///
  /// - Parameters:
  ///   - output: The buffer for the content to send next.
  ///   - room: The number of bytes that the connection has room for. A source may exceed it to
  ///     complete a piece that it can't split; it is not asked again before that is sent.
  /// - Returns: Whether there is more. `more` without a byte counts as `waiting`.
  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress

  /// Notes that the server drains: a stream without a natural end should send its last message and
  /// end soon. It is asked for content afterwards, even if it was waiting.
  func drain()

  /// Ends the stream; the source is not called again.
  func finish(_ outcome: HTTPStreamOutcome)
}

extension HTTPStreamSource {
  public func drain() {}
}

/// The progress of a source.
public enum HTTPStreamProgress: Sendable {
  /// There is more: the source is asked again when there is room.
  case more
  /// There is nothing more now: the source is asked again after ``HTTPStreamWaker/wake()``.
  case waiting
  /// The content is complete.
  case end
  /// The content stays incomplete: the connection is closed, so that the client notices.
  case failed
}
