import BackstackHTTP
import BackstackLocking
import Synchronization

/// Calls back when the next session expires.
final class ExpiryAlarm: Sendable {
  private struct State: Sendable {
    var isRunning = false
    var cancel: (@Sendable () -> Void)?
  }

  private static let never = Int64.max

  private let timer: any DeadlineTimer
  private let steady: @Sendable () -> MonotonicInstant
  private let state = Guarded(State())
  /// When it goes off, so that most sessions need no more than a look at it.
  private let due = Atomic(never)

  init(timer: any DeadlineTimer, steady: @escaping @Sendable () -> MonotonicInstant) {
    self.timer = timer
    self.steady = steady
  }

  func start() { state.withLock { $0.isRunning = true } }

  func stop() {
    state.withLock { state in
      state.isRunning = false
      state.cancel?()
      state.cancel = nil
    }
  }

  /// Has a closure called at an instant, unless that is so at an earlier one; the closure sets the alarm
  /// anew.
  func set(for instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void) {
    guard instant.nanoseconds < due.load(ordering: .relaxed) else { return }
    state.withLock { state in
      guard state.isRunning, instant.nanoseconds < due.load(ordering: .relaxed) else { return }
      due.store(instant.nanoseconds, ordering: .relaxed)
      state.cancel?()
      state.cancel = timer.schedule(after: max(0, instant.seconds(since: steady()))) {
        [weak self] in
        guard let self else { return }
        due.store(Self.never, ordering: .relaxed)
        action()
      }
    }
  }
}
