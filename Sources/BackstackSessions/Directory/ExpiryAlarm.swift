import BackstackPlatform
import Synchronization

/// An alarm that calls back when the next session expires.
final class ExpiryAlarm: Sendable {
  private struct State: Sendable {
    var isRunning = false
    var cancel: (@Sendable () -> Void)?
  }

  private static let never = Int64.max

  private let timer: any DeadlineTimer
  private let steady: @Sendable () -> MonotonicInstant
  private let state = Guarded(State())
  /// When the alarm goes off. For most sessions, comparing with it is enough.
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

  /// Calls a closure at an instant, unless the alarm goes off earlier. The closure sets the alarm
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
