#if BACKSTACK_TSAN
  import Glibc
#else
  public import Synchronization
#endif

/// A value that only one thread at a time can use.
///
/// It is a `Mutex`, except in builds for the thread sanitizer (`make sanitize`), which use a
/// pthread mutex. The library that implements `Mutex` is built without the sanitizer, which
/// therefore doesn't see the order that a `Mutex` imposes and would report every access as a race.
// Public, though no product exports it: package declarations are not inlined into other modules,
// and each call would look up the metadata of the types involved.
public struct Guarded<Value>: ~Copyable, Sendable {
  #if BACKSTACK_TSAN
    private final class Storage: @unchecked Sendable {
      // Sound: `value` is only used while `mutex` is held, and the mutex never moves.
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      var value: Value

      init(_ value: consuming sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
      }

      deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
      }
    }

    private let storage: Storage

    public init(_ value: consuming sending Value) { storage = Storage(value) }

    /// Runs `body` with exclusive access to the value. Not reentrant.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(storage.mutex)
      defer { pthread_mutex_unlock(storage.mutex) }
      return try body(&storage.value)
    }
  #else
    @usableFromInline let mutex: Mutex<Value>

    @inlinable
    public init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// Runs `body` with exclusive access to the value. Not reentrant.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}
