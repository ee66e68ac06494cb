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
    // So short a wait is not worth a write.
    let end = prolongs ? beginWait(entry, for: 0) : nil
    let once = Once {
      context.runtime.large.run(for: context) { [self] in
        end?()
        reply(present(entry))
      }
    }
    entry.session.whenSettled { once.run() }
    // An effect that computes for a long time, or blocks, must not keep the client waiting.
    deadlines.asyncAfter(deadline: .now() + configuration.settleTimeout) { once.run() }
  }

  /// Replies once all effects of some actions have ended, at the latest after some seconds.
  ///
  /// - Parameter prolongs: Whether the request uses the session, and does not only inspect it.
  func awaitEnd(
    of tasks: [StoreTask], in entry: SessionRegistry.Entry, within seconds: Int,
    prolongs: Bool = true, for sender: (any RequestSender)?, reply: @escaping LateReply
  ) {
    let pending = pendingReply(of: entry, within: seconds) { [self] in reply(present(entry)) }
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
    wait(for: pending, in: entry, prolongs: prolongs, by: sender)
  }

  /// - Parameter seconds: What the client asks for; `nil` for any time.
  func pendingReply(
    of entry: SessionRegistry.Entry, within seconds: Int?, reply: @escaping @Sendable () -> Void
  ) -> PendingReply {
    PendingReply(
      of: entry.session.context,
      within: seconds.map { Double(min($0, configuration.maximumWait)) }, reply: reply)
  }

  /// - Parameter prolongs: Whether the request uses the session, and does not only inspect it.
  func wait(
    for pending: PendingReply, in entry: SessionRegistry.Entry, prolongs: Bool,
    by sender: (any RequestSender)?
  ) {
    if prolongs, let seconds = pending.seconds { pending.onSend(beginWait(entry, for: seconds)) }
    sender?.willWait(for: pending)
    pending.limit(timer, among: pendingReplies)
  }

  /// Keeps a session from expiring.
  ///
  /// - Returns: Ends this, which counts as a use of the session.
  private func beginWait(
    _ entry: SessionRegistry.Entry, for seconds: Double
  ) -> @Sendable () -> Void {
    let context = entry.session.context
    let now = clock.read()
    registry.beginWait(context, now: now, until: now.later(by: seconds))
    return { [self] in
      if let check = registry.endWait(context, now: clock.read()) { expiryAlarm.set(for: check) }
    }
  }

  /// The session with its present expiry, unless it has ended.
  private func present(_ entry: SessionRegistry.Entry) -> SessionRegistry.Entry {
    let found = registry.find(entry.session.context.id)
    return found?.session === entry.session ? found ?? entry : entry
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
