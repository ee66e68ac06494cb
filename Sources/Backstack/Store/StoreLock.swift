import Glibc
import Synchronization

/// The lock of one store; it knows whether the current thread holds it.
struct StoreLock: ~Copyable, @unchecked Sendable {
  // Sound: the mutex is designed for use from any thread, and it never moves.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let owner = Atomic<UInt>(0)

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Whether the current thread holds the lock.
  var isHeldByCurrentThread: Bool {
    // Only this thread ever stores its own id, so a stale value can't be mistaken for it.
    owner.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Acquires the lock, which ``leave()`` releases.
  ///
  /// - Precondition: This thread does not hold the lock.
  func enter() {
    pthread_mutex_lock(mutex)
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Acquires the lock if it is free; ``leave()`` releases it.
  ///
  /// - Returns: Whether this thread acquired the lock.
  func enterIfFree() -> Bool {
    guard pthread_mutex_trylock(mutex) == 0 else { return false }
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    return true
  }

  func leave() {
    owner.store(0, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Runs `body` under the lock; a thread that holds it already doesn't acquire it again.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isHeldByCurrentThread { return try body() }
    enter()
    defer { leave() }
    return try body()
  }
}
