import BackstackLocking

/// A value in a box that any thread can use, one at a time: what a test's closures count and collect
/// in.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Sound: used while `lock` is held only.
  private var guarded: Value
  private let lock: Guarded<Void>

  /// A box with a value.
  ///
  /// - Throws: What the making of the value throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    guarded = try value()
    // Last: Swift 6.3 can't optimize a throwing init that has a value of a noncopyable type before it
    // throws, and crashes where a client is compiled.
    lock = Guarded(())
  }

  /// Runs an operation with the value while no other thread has it.
  ///
  /// - Parameter operation: What is to be done. It must not use the box itself, which is locked.
  /// - Throws: What the operation throws.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock { _ in try operation(&guarded) }
  }

  /// Puts another value into the box.
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
