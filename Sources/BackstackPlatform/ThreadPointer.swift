#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A variable of which each thread has a value of its own: a pointer, `nil` at first.
// Public and inlinable, so that each use is one call of the system's function.
public struct ThreadPointer: Sendable {
  @usableFromInline let key: pthread_key_t

  /// Creates a variable, which exists until the process ends.
  ///
  /// - Parameter atThreadEnd: A function that is called with the value of a thread that ends, on
  ///   this thread and unless the value is `nil`.
  /// - Returns: `nil` when the process can't have another such variable.
  public init?(atThreadEnd: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) {
    var key = pthread_key_t()
    guard pthread_key_create(&key, atThreadEnd) == 0 else { return nil }
    self.key = key
  }

  /// Creates the variable that has a ``number``.
  @inlinable
  public init(number: Int) { key = pthread_key_t(truncatingIfNeeded: number) }

  /// The number of the variable, at least 0, which an `Atomic` can store.
  public var number: Int { Int(key) }

  /// The value of the calling thread. Safe in a signal handler: the C library only reads the
  /// thread's own memory.
  @inlinable
  public var value: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Changes the value of the calling thread.
  ///
  /// - Returns: Whether it is changed: a thread's first change may need memory.
  @inlinable
  @discardableResult
  public func set(_ value: UnsafeMutableRawPointer?) -> Bool {
    pthread_setspecific(key, value) == 0
  }
}
