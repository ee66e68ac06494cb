public import BackstackStorage

/// An implementation of ``SessionStorage`` to be checked.
public struct StorageUnderTest: Sendable {
  /// Creates an empty storage that shares nothing with others.
  public var make: @Sendable () async throws -> any SessionStorage
  /// Opens a closed storage's data again; `nil` for a storage that isn't persistent.
  public var reopen: (@Sendable (any SessionStorage) async throws -> any SessionStorage)?

  /// Creates a description of an implementation.
  public init(
    make: @escaping @Sendable () async throws -> any SessionStorage,
    reopen: (@Sendable (any SessionStorage) async throws -> any SessionStorage)? = nil
  ) {
    self.make = make
    self.reopen = reopen
  }
}
