import BackstackPlatform

/// A box for a value that any thread can use, one at a time. Tests use it to count or collect what
/// their closures receive.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Sound: `guarded` is only used while `lock` is held.
  private var guarded: Value
  private let lock: Guarded<Void>

  /// Creates a box with a value.
  ///
  /// - Throws: The error that the expression of the value throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    guarded = try value()
    // Last: Swift 6.3 can't optimize a throwing initializer that initializes a noncopyable property
    // before it throws, and crashes while compiling a client.
    lock = Guarded(())
  }

  /// Calls `operation` with exclusive access to the value.
  ///
  /// - Parameter operation: A closure that must not use the box itself, which is locked.
  /// - Throws: The error that `operation` throws.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock { _ in try operation(&guarded) }
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { _ in guarded = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value.
  public var value: Value { lock.withLock { _ in guarded } }

  /// A copy of a part of the value.
  public subscript<Part: Sendable>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    lock.withLock { _ in guarded[keyPath: keyPath] }
  }
}
