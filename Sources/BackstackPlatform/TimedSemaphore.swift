#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A semaphore whose waits end in time although the wall clock is set, by which Linux measures the waits of
/// Dispatch's semaphores.
package final class TimedSemaphore: @unchecked Sendable {
  // Sound: the mutex guards the count, and the condition never moves.
  private let mutex = PlatformMutex()
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var count = 0

  #if canImport(Darwin)
    private static let clock = CLOCK_REALTIME
  #else
    private static let clock = CLOCK_MONOTONIC
  #endif

  /// Creates a semaphore for which nothing was signaled.
  package init() {
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    #if !canImport(Darwin)
      pthread_condattr_setclock(&attributes, Self.clock)
    #endif
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Lets one wait end.
  package func signal() {
    mutex.lock()
    count += 1
    mutex.unlock()
    pthread_cond_signal(condition)
  }

  /// Waits for a signal, at most a number of seconds, which may be infinite.
  ///
  /// - Returns: Whether there was a signal.
  @discardableResult
  package func wait(atMostSeconds seconds: Double) -> Bool {
    wait(atMost: .nanoseconds(Int64(nanosecondsIn: seconds)))
  }

  /// Waits for a signal.
  ///
  /// - Parameter timeout: The maximum time to wait.
  /// - Returns: Whether there was a signal.
  @discardableResult
  package func wait(atMost timeout: Duration) -> Bool {
    let billion: Int64 = 1_000_000_000
    var end = timespec()
    clock_gettime(Self.clock, &end)
    // A hundred years are as good as no limit.
    let nanoseconds = min(timeout.clampedNanoseconds, 100 * 365 * 86_400 * billion)
    let sum = Int64(end.tv_nsec) + max(0, nanoseconds)
    end.tv_sec += Int(sum / billion)
    end.tv_nsec = Int(sum % billion)
    mutex.lock()
    defer { mutex.unlock() }
    while count == 0 {
      guard pthread_cond_timedwait(condition, mutex.mutex, &end) == 0 else { break }
    }
    guard count > 0 else { return false }
    count -= 1
    return true
  }
}
