import Dispatch
package import FoundationEssentials

/// Calls back when a time is over.
package protocol DeadlineTimer: Sendable {
  /// Calls `action` once after some seconds, on a thread that no effect can occupy, unless what is
  /// returned was called before.
  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void
}

/// The system's clock.
struct DispatchTimer: DeadlineTimer {
  let queue: DispatchQueue

  func schedule(
    after seconds: TimeInterval, _ action: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    // Sound: a work item may be cancelled on any thread.
    nonisolated(unsafe) let item = DispatchWorkItem(block: action)
    queue.asyncAfter(deadline: .now() + seconds, execute: item)
    return { item.cancel() }
  }
}
