import BackstackPlatform
import Dispatch

/// The events on their way to a log handler, which is called for one after the other.
///
/// Events happen on event loops and under the locks of sessions, where a handler must neither wait
/// nor use the service. On a queue of their own it can do both.
final class LogQueue: Sendable {
  private struct State {
    var waiting = 0
    /// The number of events that were dropped since the last one that was not.
    var dropped = 0
  }

  /// The maximum number of events that wait; others are dropped.
  static let capacity = 10_000

  private let handle: @Sendable (LogEvent) -> Void
  private let queue = DispatchQueue(label: "service-log")
  private let isOnQueue = DispatchSpecificKey<Bool>()
  private let state = Guarded(State())

  init(_ handle: @escaping @Sendable (LogEvent) -> Void) {
    self.handle = handle
    queue.setSpecific(key: isOnQueue, value: true)
  }

  /// Adds an event; never waits.
  func submit(_ event: LogEvent) {
    let dropped = state.withLock { state -> Int? in
      guard state.waiting < Self.capacity else {
        state.dropped += 1
        return nil
      }
      defer { state.dropped = 0 }
      state.waiting += 1
      return state.dropped
    }
    guard let dropped else { return }
    queue.async { [self] in
      if dropped > 0 { report(dropped) }
      handle(event)
      state.withLock { $0.waiting -= 1 }
    }
  }

  private func report(_ dropped: Int) {
    var members = LogMembers()
    members.member("dropped", dropped)
    handle(
      LogEvent(
        .warning, "log-dropped", members,
        summary: "The log handler was too slow, so events were dropped."))
  }

  /// Waits until the handler was called for all events so far, unless the handler itself calls this.
  ///
  /// - Parameter seconds: The maximum time to wait: a handler that never returns must not keep the
  ///   program from ending.
  func finish(withinSeconds seconds: Double) {
    if DispatchQueue.getSpecific(key: isOnQueue) == true { return }
    let done = TimedSemaphore()
    queue.async { [self] in
      let dropped = state.withLock { state in
        defer { state.dropped = 0 }
        return state.dropped
      }
      if dropped > 0 { report(dropped) }
      done.signal()
    }
    done.wait(atMostSeconds: seconds)
  }
}
