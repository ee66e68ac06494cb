import Glibc
import Synchronization

/// The lock of one store, which knows whether the current thread holds it.
struct StoreLock: ~Copyable, @unchecked Sendable {
  // Sound: the mutex is made for use from any thread, and it never moves.
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

  /// Whether this thread is inside ``withLock(_:)``.
  var isHeldByCurrentThread: Bool {
    // Only this thread ever stores its own name, so a stale value can't be mistaken for it.
    owner.load(ordering: .relaxed) == UInt(pthread_self())
  }

  /// Waits until no thread is inside, and goes inside until ``leave()``.
  ///
  /// - Precondition: This thread is not inside.
  func enter() {
    pthread_mutex_lock(mutex)
    owner.store(UInt(pthread_self()), ordering: .relaxed)
  }

  /// Goes inside if no thread is, until ``leave()``.
  ///
  /// - Returns: Whether this thread is inside now.
  func enterIfFree() -> Bool {
    guard pthread_mutex_trylock(mutex) == 0 else { return false }
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    return true
  }

  func leave() {
    owner.store(0, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Runs `body` alone; a thread that holds the lock passes through.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isHeldByCurrentThread { return try body() }
    enter()
    defer { leave() }
    return try body()
  }
}
