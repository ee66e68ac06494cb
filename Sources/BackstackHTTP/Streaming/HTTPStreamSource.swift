/// Where the content of an answer comes from when it is made while it is sent.
///
/// The connection asks for content when there is room for it, so a client that reads slowly makes
/// nothing grow: what to send is decided when it can be sent. A source of events, for instance,
/// sends one present state instead of a queue of past ones.
///
/// The server calls all methods on one event loop's thread, which serves other connections too, so
/// none may wait. It calls ``start(_:)`` first and ``finish(_:)`` last, each once, or only
/// ``finish(_:)`` when no content is to be sent.
public protocol HTTPStreamSource: AnyObject, Sendable {
  /// Begins; the waker stays valid for as long as anyone wants to keep it.
  func start(_ waker: HTTPStreamWaker)

  /// Appends content to `output`, which is empty.
  ///
  /// - Parameter room: How many bytes the connection would like at most. A source may exceed it to
  ///   complete what it can't split; it is not asked again before that is sent.
  /// - Returns: Whether there is more. `more` without a byte counts as `waiting`.
  func produce(into output: inout [UInt8], upTo room: Int) -> HTTPStreamProgress

  /// Notes that the server drains: a stream without a natural end should say farewell and end soon.
  /// It is asked for content afterwards, even if it was waiting.
  func drain()

  /// Ends; the source is not called again.
  func finish(_ outcome: HTTPStreamOutcome)
}

extension HTTPStreamSource {
  public func drain() {}
}

/// What a source has left.
public enum HTTPStreamProgress: Sendable {
  /// There is more at once: to be asked again when there is room.
  case more
  /// There is nothing more now: to be asked again after ``HTTPStreamWaker/wake()``.
  case waiting
  /// That was all.
  case end
  /// There will be no more although that was not all: the connection is closed, so that the client
  /// notices.
  case failed
}
