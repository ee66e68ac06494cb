// Dependencies on what servers don't have: found, so that the compiler can say what to write.

extension DependencyValues {
  @available(
    *, unavailable, message: "There are no schedulers: write '@Dependency(\\.continuousClock)'."
  )
  public var mainQueue: any Clock<Duration> { fatalError() }

  @available(
    *, unavailable, message: "There are no schedulers: write '@Dependency(\\.continuousClock)'."
  )
  public var mainRunLoop: any Clock<Duration> { fatalError() }

  @available(
    *, unavailable,
    message: "It would pull in a library for networks: declare a @DependencyClient of your own."
  )
  public var urlSession: _NothingHere { fatalError() }

  @available(
    *, unavailable, message: "A server opens nothing: send the URL to the client, in the state."
  )
  public var openURL: _NothingHere { fatalError() }
}

@available(
  *, unavailable,
  message:
    "Nothing is global: pass 'withDependencies:' to each Store, or wrap the code that makes it."
)
public func prepareDependencies<Result>(
  _ updateValues: (inout DependencyValues) throws -> Result
) rethrows -> Result { fatalError() }

@available(*, unavailable, renamed: "LockIsolated")
public typealias ActorIsolated<Value> = LockIsolated<Value>

/// The type of a dependency that isn't there.
public struct _NothingHere: Sendable {}
