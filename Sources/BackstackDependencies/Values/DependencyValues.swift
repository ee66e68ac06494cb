import BackstackPlatform

/// The dependencies that are in force at one point of a program.
///
/// Values are read and written by key path: `$0.continuousClock = …`. As this is a value type, only
/// code that runs with a changed copy sees the change. Nothing in it is global to the process.
public struct DependencyValues: Sendable {
  private var overrides = DependencyOverrides()
  private let defaults: DependencyDefaults
  /// The running code's node in a store's navigation tree, if any. The core library declares the
  /// type.
  package var owner: (any AnyObject & Sendable)?
  /// The context, which determines the defaults of dependencies that are not overridden.
  public var context: DependencyContext
  /// Whether a closure is overriding dependencies. A closure that reads a value to change a part of
  /// it, as in `$0.date.now = …`, doesn't count as using the default.
  private var isBeingChanged = false

  /// Calls a closure that overrides dependencies.
  package mutating func change<Failure: Error>(
    _ update: (inout DependencyValues) throws(Failure) -> Void
  ) throws(Failure) {
    let outer = isBeingChanged
    isBeingChanged = true
    defer { isBeingChanged = outer }
    try update(&self)
  }

  /// Creates values without overrides; their defaults are computed anew.
  public init(context: DependencyContext = .live) {
    self.context = context
    self.defaults = DependencyDefaults()
  }

  /// The value of a key: its override, or its default in this ``context``.
  ///
  /// - Parameter function: The property that reads the key; the issue about a missing default names
  ///   it.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, function: StaticString = #function
  ) -> Key.Value {
    get {
      if let override = overrides.value(of: key) { return override }
      if isBeingChanged { return defaults.valueToChange(of: key, in: context) }
      return defaults.value(of: key, in: context, for: function)
    }
    set { overrides.set(newValue, for: key) }
  }

  /// Adds the overrides of keys that these values don't override (R104).
  package mutating func inherit(from captured: DependencyValues) {
    overrides.inherit(from: captured.overrides)
  }
}

/// The defaults of one root of dependencies; each is computed once.
private final class DependencyDefaults: Sendable {
  private struct Entry: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  /// A ``StoredDependency`` for each default that was read.
  private let values = Guarded<[Entry: any AnyObject & Sendable]>([:])

  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, for function: StaticString
  ) -> Key.Value {
    let entry = Entry(key: ObjectIdentifier(key), context: context)
    if let known = known(entry, of: key) { return known }
    // Computed outside of the lock: a default may read other dependencies.
    let computed = DependencyName.$current.withValue(DependencyName(key, function)) {
      Self.compute(key, in: context)
    }
    return values.withLock { values in
      if let known = values[entry] { return StoredDependency<Key.Value>.value(in: known) }
      values[entry] = StoredDependency(computed)
      return computed
    }
  }

  /// Returns the default of a key for a closure that overrides a part of it; doesn't report the
  /// issue that a test uses the default.
  func valueToChange<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    let entry = Entry(key: ObjectIdentifier(key), context: context)
    if let known = known(entry, of: key) { return known }
    return ExpectedIssues.$current.withValue(nil) {
      withDependencies {
        $0.issueReporter = IssueReporter { _ in }
      } operation: {
        Self.compute(key, in: context)
      }
    }
  }

  private func known<Key: TestDependencyKey>(_ entry: Entry, of _: Key.Type) -> Key.Value? {
    values.withLock { $0[entry] }.map { StoredDependency<Key.Value>.value(in: $0) }
  }

  private static func compute<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    switch context {
    case .test: return key.testValue
    case .preview: return key.previewValue
    case .live:
      func live<K: DependencyKey>(_: K.Type) -> any Sendable { K.liveValue }
      if let key = key as? any DependencyKey.Type, let value = live(key) as? Key.Value {
        return value
      }
      return key.testValue
    }
  }
}

extension DependencyValues {
  @TaskLocal package static var taskValues: DependencyValues?

  /// The values in force here: those of the store's step that is running on this thread, those of
  /// the task, or only defaults.
  public static var current: DependencyValues { ambient ?? DependencyValues() }

  /// The values in force here; `nil` outside of every store and `withDependencies`.
  package static var ambient: DependencyValues? {
    if let frame = DependencyFrame.current { return frame.values }
    return taskValues
  }
}

/// Runs `operation` with changed dependencies.
///
/// - Parameters:
///   - update: Changes a copy of the values in force here.
///   - operation: The code that runs with the changed copy.
/// - Throws: The error that `update` or `operation` throws.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.change(update)
  if let frame = DependencyFrame.current {
    guard frame.isOwner(of: values) else {
      // The values belong to another node, which the step can't enter.
      return try DependencyFrame.withoutCurrent {
        try DependencyValues.$taskValues.withValue(values, operation: operation)
      }
    }
    let outer = frame.values
    frame.values = values
    defer { frame.values = outer }
    return try operation()
  }
  return try DependencyValues.$taskValues.withValue(values, operation: operation)
}

/// Runs an asynchronous `operation` with changed dependencies.
///
/// - Parameters:
///   - update: Changes a copy of the values in force here.
///   - operation: The code that runs with the changed copy.
/// - Throws: The error that `update` or `operation` throws.
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try values.change(update)
  return try await DependencyValues.$taskValues.withValue(values, operation: operation)
}
