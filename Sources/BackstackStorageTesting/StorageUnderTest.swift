public import BackstackStorage

/// An implementation of `SessionStorage` to be checked.
public struct StorageUnderTest: Sendable {
  /// A closure that creates an empty storage that shares nothing with others.
  public var make: @Sendable () async throws -> any SessionStorage
  /// A closure that opens a closed storage's data again; `nil` if the storage isn't persistent.
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
