#if BACKSTACK_TSAN
  import Glibc

  /// A value that one thread at a time can use, in builds for the thread sanitizer: it does not see what
  /// a `Mutex` orders, but what the system's mutex does.
  struct Guarded<Value>: ~Copyable, Sendable {
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

    init(_ value: consuming sending Value) { storage = Storage(value) }

    /// Runs `body` with the value while no other thread has it. Not to be entered again from within.
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(storage.mutex)
      defer { pthread_mutex_unlock(storage.mutex) }
      return try body(&storage.value)
    }
  }
#else
  import Synchronization

  /// A value that one thread at a time can use.
  typealias Guarded = Mutex
#endif
