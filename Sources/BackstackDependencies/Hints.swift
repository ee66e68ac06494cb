// Dependencies that servers don't have. They are declared so that the compiler can suggest others.

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
    message: "URLSession would add a networking library: declare a @DependencyClient of your own."
  )
  public var urlSession: _NothingHere { fatalError() }

  @available(
    *, unavailable, message: "A server opens nothing: send the URL to the client, in the state."
  )
  public var openURL: _NothingHere { fatalError() }

  @available(
    *, unavailable,
    message: "A session has no defaults of a device: '@Shared(.appStorage(\"key\"))' belongs to it."
  )
  public var defaultAppStorage: _NothingHere { fatalError() }

  @available(
    *, unavailable,
    message: "A session has no defaults of a device: '@Shared(.appStorage(\"key\"))' belongs to it."
  )
  public var userDefaults: _NothingHere { fatalError() }

  @available(
    *, unavailable,
    message: "A log belongs to the program: declare a @DependencyClient of your own."
  )
  public var logger: _NothingHere { fatalError() }
}

@available(
  *, unavailable,
  message:
    "Declare a DependencyKey, and a property of DependencyValues that reads and sets its value."
)
@attached(peer)
public macro DependencyEntry() =
  #externalMacro(module: "BackstackMacros", type: "MarkerMacro")

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

/// The type of an unavailable dependency.
public struct _NothingHere: Sendable {}

// Test failures that code outside of tests reports.

// swift-format-ignore: AlwaysUseLowerCamelCase
@available(
  *, unavailable,
  message: "XCTFail is only for tests: write 'reportIssue(\"…\")'."
)
public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) { fatalError() }
