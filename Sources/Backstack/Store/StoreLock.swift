import BackstackPlatform
import Synchronization

/// The lock of one store; it knows whether the current thread holds it.
struct StoreLock: ~Copyable, Sendable {
  private let mutex = PlatformMutex()
  private let owner = Atomic<UInt>(0)

  /// Whether the current thread holds the lock.
  var isHeldByCurrentThread: Bool {
    // Only this thread ever stores its own id, so a stale value can't be mistaken for it.
    owner.load(ordering: .relaxed) == PlatformThread.current
  }

  /// Acquires the lock, which ``leave()`` releases.
  ///
  /// - Precondition: This thread does not hold the lock.
  func enter() {
    mutex.lock()
    owner.store(PlatformThread.current, ordering: .relaxed)
  }

  /// Acquires the lock if it is free; ``leave()`` releases it.
  ///
  /// - Returns: Whether this thread acquired the lock.
  func enterIfFree() -> Bool {
    guard mutex.lockIfFree() else { return false }
    owner.store(PlatformThread.current, ordering: .relaxed)
    return true
  }

  func leave() {
    owner.store(0, ordering: .relaxed)
    mutex.unlock()
  }

  /// Runs `body` under the lock; a thread that holds it already doesn't acquire it again.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isHeldByCurrentThread { return try body() }
    enter()
    defer { leave() }
    return try body()
  }
}
