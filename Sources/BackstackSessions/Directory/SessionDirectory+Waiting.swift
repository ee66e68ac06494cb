import Backstack
import BackstackPlatform
import Dispatch
import Synchronization

/// Replies that wait for effects.
extension SessionDirectory {
  /// Replies once a session that is not settled is, at the latest after
  /// ``SessionConfiguration/settleTimeout``.
  func settle(_ entry: SessionRegistry.Entry, reply: @escaping @Sendable () -> Void) {
    let context = entry.session.context
    let once = Once { context.runtime.large.run(for: context, reply) }
    entry.session.whenSettled { once.run() }
    // An effect that computes for a long time, or blocks, must not keep the client waiting.
    deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) { once.run() }
  }

  /// Replies once all effects of some actions have ended, at the latest after some seconds.
  func awaitEnd(
    of tasks: [StoreTask], in entry: SessionRegistry.Entry, within seconds: Int,
    for sender: (any RequestSender)?, reply: @escaping @Sendable () -> Void
  ) {
    let pending = pendingReply(of: entry, within: seconds, reply: reply)
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
    of entry: SessionRegistry.Entry, within seconds: Int?, reply: @escaping @Sendable () -> Void
  ) -> PendingReply {
    PendingReply(
      of: entry.session.context,
      within: seconds.map { Double(min($0, configuration.maximumWait)) }, reply: reply)
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
