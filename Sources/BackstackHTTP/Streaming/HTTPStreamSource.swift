import Synchronization

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

/// The outcome of a stream of content. An open set.
public struct HTTPStreamOutcome: Hashable, Sendable, CustomStringConvertible {
  private let name: String

  public var description: String { name }

  /// All content was delivered, to the connection for sending or to the sink.
  public static let complete = Self(name: "complete")
  /// The connection ended first: the client left or was too slow, or the server stopped.
  public static let cancelled = Self(name: "cancelled")
  /// No content was needed: the response was to HEAD, had a status without content, or was a second
  /// one.
  public static let notSent = Self(name: "not-sent")
  /// The source failed; the connection was closed.
  public static let failed = Self(name: "failed")
  /// The source ended before its announced length; the connection was closed.
  public static let tooShort = Self(name: "too-short")
  /// The source continued after its announced length; the rest was cut off.
  public static let tooLong = Self(name: "too-long")
  /// The client closed its sending side or sent malformed content before the content was complete.
  public static let incomplete = Self(name: "incomplete")
  /// The response was sent before the content was complete; the rest is not delivered.
  public static let responded = Self(name: "answered")
}

/// A handle that makes an event loop ask a waiting source again, or resume a paused sink.
public final class HTTPStreamWaker: Sendable {
  private let responseSink: any HTTPResponseSink
  let token: UInt64
  let number: UInt32
  private let isPosted = Atomic<Bool>(false)

  init(responseSink: any HTTPResponseSink, token: UInt64, number: UInt32) {
    self.responseSink = responseSink
    self.token = token
    self.number = number
  }

  /// Wakes the stream; may be called from any thread, at any time, and does nothing once the stream
  /// has ended.
  ///
  /// Calls before the event loop has handled an earlier one, or has asked the source meanwhile, are
  /// merged with it, so frequent calls cost almost nothing and do not allocate.
  public func wake() {
    if isPosted.exchange(true, ordering: .acquiringAndReleasing) { return }
    responseSink.post(.wake(self))
  }

  /// Lets the next call of ``wake()`` post again; call this before handling the present one.
  ///
  /// - Returns: Whether a call has not been handled yet.
  @discardableResult
  func rearm() -> Bool { isPosted.exchange(false, ordering: .sequentiallyConsistent) }
}
