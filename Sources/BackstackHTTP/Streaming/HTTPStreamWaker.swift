import Synchronization

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
  /// Calls before the event loop has handled an earlier one are merged with it, so frequent calls
  /// cost almost nothing and do not allocate.
  public func wake() {
    if isPosted.exchange(true, ordering: .acquiringAndReleasing) { return }
    responseSink.post(.wake(self))
  }

  /// Lets the next call of ``wake()`` post again; call this before handling the present one.
  func rearm() { isPosted.store(false, ordering: .sequentiallyConsistent) }
}
