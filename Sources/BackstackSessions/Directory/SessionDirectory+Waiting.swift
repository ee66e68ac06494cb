import Backstack
import BackstackPlatform
import Dispatch
import Synchronization

/// Replies that wait for effects. A session lives at least as long as a request to it waits, and then for its
/// time to live.
extension SessionDirectory {
  /// Makes a reply from a session as it is then.
  typealias LateReply = @Sendable (SessionRegistry.Entry) -> Void

  /// Replies once a session that is not settled is, at the latest after
  /// ``SessionConfiguration/settleTimeout``.
  ///
  /// - Parameter prolongs: Whether the request uses the session, and does not only inspect it.
  func settle(
    _ entry: SessionRegistry.Entry, prolongs: Bool = true, reply: @escaping LateReply
  ) {
    let context = entry.session.context
    keep(entry, for: prolongs ? configuration.settleTimeout : nil)
    let once = Once {
      context.runtime.large.run(for: context) { [self] in
        reply(keep(entry, for: prolongs ? 0 : nil))
      }
    }
    entry.session.whenSettled { once.run() }
    // An effect that computes for a long time, or blocks, must not keep the client waiting.
    deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) { once.run() }
  }

  /// Lets a session live for its time to live after some seconds; `nil` leaves it as it is.
  ///
  /// - Returns: The session with the new expiry, unless it has ended.
  @discardableResult
  private func keep(
    _ entry: SessionRegistry.Entry, for seconds: Double?
  ) -> SessionRegistry.Entry {
    seconds.flatMap {
      registry.prolong(entry.session.context, now: clock.read().later(by: $0))
    } ?? entry
  }

  /// Replies once all effects of some actions have ended, at the latest after some seconds.
  ///
  /// - Parameter prolongs: Whether the request uses the session, and does not only inspect it.
  func awaitEnd(
    of tasks: [StoreTask], in entry: SessionRegistry.Entry, within seconds: Int,
    prolongs: Bool = true, for sender: (any RequestSender)?, reply: @escaping LateReply
  ) {
    let pending = pendingReply(of: entry, within: seconds, prolongs: prolongs) { [self] in
      reply(keep(entry, for: prolongs ? 0 : nil))
    }
    // One more, so that no task below reaches zero while tasks are still being counted.
    let remaining = Countdown(from: tasks.count + 1) { [deadlines] in
      // Not on this thread: a task ends under its store's lock.
      deadlines.async { pending.send() }
    }
    for task in tasks {
      if let forget = task.whenFinished(remaining.step) {
        pending.onSend(forget)
      } else {
        remaining.step()
      }
    }
    remaining.step()
    wait(for: pending, by: sender)
  }

  /// - Parameter seconds: What the client asks for; `nil` for any time.
  func pendingReply(
    of entry: SessionRegistry.Entry, within seconds: Int?, prolongs: Bool,
    reply: @escaping @Sendable () -> Void
  ) -> PendingReply {
    let seconds = seconds.map { Double(min($0, configuration.maximumWait)) }
    keep(entry, for: prolongs ? seconds : nil)
    return PendingReply(of: entry.session.context, within: seconds, reply: reply)
  }

  func wait(for pending: PendingReply, by sender: (any RequestSender)?) {
    sender?.willWait(for: pending)
    pending.limit(timer, among: pendingReplies)
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
