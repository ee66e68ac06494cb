#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A mutex of the system. Unlike `Mutex`, it can be acquired and released in different functions,
/// and the thread sanitizer sees the order that it imposes.
// Public and inlinable, so that each use is one call of the system's function.
public struct PlatformMutex: ~Copyable, @unchecked Sendable {
  // Sound: the mutex is designed for use from any thread, and it never moves.
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates a mutex that is free.
  public init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Acquires the mutex, which ``unlock()`` releases.
  ///
  /// - Precondition: This thread does not hold the mutex.
  @inlinable
  public func lock() { pthread_mutex_lock(mutex) }

  /// Acquires the mutex if it is free; ``unlock()`` releases it.
  ///
  /// - Returns: Whether this thread acquired the mutex.
  @inlinable
  public func lockIfFree() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  /// Releases the mutex.
  ///
  /// - Precondition: This thread holds it.
  @inlinable
  public func unlock() { pthread_mutex_unlock(mutex) }
}
