import Backstack
import BackstackHTTP
import BackstackSessions
import Dispatch
import Synchronization

extension SessionService {
  /// Responds when the effects of some actions have ended, or after some seconds.
  func whenFinished(
    _ tasks: [StoreTask], of session: any Session, within seconds: Int, _ responder: HTTPResponder,
    response: @escaping @Sendable () -> HTTPResponse
  ) {
    let pending = PendingResponse(responder, of: session.context, make: response)
    // One more, so that no task below reaches zero while tasks are still being counted.
    let remaining = Countdown(from: tasks.count + 1) { [directory] in
      // Not on this thread: a task ends under its store's lock.
      directory.deadlines.async { pending.give() }
    }
    for task in tasks {
      if let forget = task.whenFinished(remaining.step) {
        pending.onGiven(forget)
      } else {
        remaining.step()
      }
    }
    remaining.step()
    pending.limit(
      to: Double(min(seconds, configuration.sessions.maximumWait)), directory.timer,
      among: waitingResponses)
  }

  /// Responds when a session is at another version or has ended, or after some seconds.
  ///
  /// - Returns: `false`, without responding, when one of these is already the case.
  func whenChanged(
    _ session: any Session, after version: Int, within seconds: Int, _ responder: HTTPResponder,
    response: @escaping @Sendable () -> HTTPResponse
  ) -> Bool {
    let pending = PendingResponse(responder, of: session.context, make: response)
    let forget = session.onChange(after: version) { [directory] in
      // Not on this thread: a session changes under its store's lock.
      directory.deadlines.async { pending.give() }
    }
    guard let forget else { return false }
    pending.onGiven(forget)
    pending.limit(
      to: Double(min(seconds, configuration.sessions.maximumWait)), directory.timer,
      among: waitingResponses)
    return true
  }
}

/// A counter that calls back at its last step.
private final class Countdown: Sendable {
  private let remaining: Atomic<Int>
  private let onEnd: @Sendable () -> Void

  init(from count: Int, _ onEnd: @escaping @Sendable () -> Void) {
    remaining = Atomic(count)
    self.onEnd = onEnd
  }

  var step: @Sendable () -> Void {
    {
      if self.remaining.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
        self.onEnd()
      }
    }
  }
}
