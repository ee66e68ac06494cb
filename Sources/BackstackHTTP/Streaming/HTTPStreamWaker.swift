import Synchronization

/// Makes an event loop ask a waiting source again, or go on delivering to a sink that has paused.
public final class HTTPStreamWaker: Sendable {
  private let host: any HTTPAnswerSink
  let token: UInt64
  let number: UInt32
  private let isPosted = Atomic<Bool>(false)

  init(host: any HTTPAnswerSink, token: UInt64, number: UInt32) {
    self.host = host
    self.token = token
    self.number = number
  }

  /// Wakes the stream; may be called from any thread, at any time, and does nothing once the stream
  /// has ended.
  ///
  /// Calls that come before the event loop has acted on an earlier one are one with it, so waking
  /// often costs nothing and allocates nothing.
  public func wake() {
    if isPosted.exchange(true, ordering: .acquiringAndReleasing) { return }
    host.post(.wake(self))
  }

  /// Lets the next call post again; to be called before acting on this one.
  func rearm() { isPosted.store(false, ordering: .sequentiallyConsistent) }
}
