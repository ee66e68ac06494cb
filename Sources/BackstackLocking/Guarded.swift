#if BACKSTACK_TSAN
  import Glibc
#else
  public import Synchronization
#endif

/// A value that one thread at a time can use.
///
/// A `Mutex`, except in builds for the thread sanitizer: it does not see what a `Mutex` orders, as the
/// library that implements it is built without it, and would report each value as raced for. Such
/// builds, made by `make sanitize`, use the mutex of the system, which the sanitizer knows.
// Public, though no product has it: what is for the package alone is not inlined into other modules, and
// the metadata of the types involved would be looked up with each call.
public struct Guarded<Value>: ~Copyable, Sendable {
  #if BACKSTACK_TSAN
    private final class Storage: @unchecked Sendable {
      // Sound: `value` is used while `mutex` is held only, and the mutex never moves.
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

    /// Runs `body` with the value while no other thread has it. Not to be entered again from within.
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

    /// Runs `body` with the value while no other thread has it. Not to be entered again from within.
    @inlinable
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}
