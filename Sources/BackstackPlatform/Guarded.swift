#if !BACKSTACK_TSAN
  public import Synchronization
#endif

/// A value that only one thread at a time can use.
///
/// It is a `Mutex`, except in builds for the thread sanitizer (`make sanitize`), which use a
/// `PlatformMutex`. The library that implements `Mutex` is built without the sanitizer, which
/// therefore doesn't see the order that a `Mutex` imposes and would report every access as a race.
// Public, though no product exports it: package declarations are not inlined into other modules,
// and each call would look up the metadata of the types involved.
public struct Guarded<Value>: ~Copyable, Sendable {
  #if BACKSTACK_TSAN
    private final class Storage: @unchecked Sendable {
      // Sound: `value` is only used while `mutex` is held.
      let mutex = PlatformMutex()
      var value: Value

      init(_ value: consuming sending Value) { self.value = value }
    }

    private let storage: Storage

    public init(_ value: consuming sending Value) { storage = Storage(value) }

    /// Runs `body` with exclusive access to the value. Not reentrant.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      storage.mutex.lock()
      defer { storage.mutex.unlock() }
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
