import BackstackPlatform
import Synchronization

/// An alarm that ends sessions when they expire, and not only when the directory looks for them.
final class ExpiryAlarm: Sendable {
  private struct State: Sendable {
    var isRunning = false
    var cancel: (@Sendable () -> Void)?
  }

  private static let never = Int64.max

  private let timer: any DeadlineTimer
  private let steady: @Sendable () -> MonotonicInstant
  private let registry: SessionRegistry
  private let state = Guarded(State())
  /// When the alarm goes off. For most sessions, comparing with it is enough.
  private let due = Atomic(never)

  init(
    for registry: SessionRegistry, timer: any DeadlineTimer,
    steady: @escaping @Sendable () -> MonotonicInstant
  ) {
    self.registry = registry
    self.timer = timer
    self.steady = steady
  }

  func start() {
    state.withLock { $0.isRunning = true }
    endExpired()
  }

  func stop() {
    state.withLock { state in
      state.isRunning = false
      state.cancel?()
      state.cancel = nil
    }
  }

  /// Goes off at an instant, unless it goes off earlier.
  func set(for instant: MonotonicInstant) {
    guard instant.nanoseconds < due.load(ordering: .relaxed) else { return }
    state.withLock { state in
      guard state.isRunning, instant.nanoseconds < due.load(ordering: .relaxed) else { return }
      due.store(instant.nanoseconds, ordering: .relaxed)
      state.cancel?()
      state.cancel = timer.schedule(after: max(0, instant.seconds(since: steady()))) {
        [weak self] in
        guard let self else { return }
        due.store(Self.never, ordering: .relaxed)
        endExpired()
      }
    }
  }

  /// Ends the sessions that have expired, and sets the alarm for the next one.
  private func endExpired() {
    if let next = registry.expire(now: steady()) { set(for: next) }
  }
}
