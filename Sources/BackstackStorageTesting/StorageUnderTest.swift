public import BackstackStorage

/// An implementation of ``SessionStorage`` that is to be checked.
public struct StorageUnderTest: Sendable {
  /// Makes a storage that is empty and shares nothing with others.
  public var make: @Sendable () async throws -> any SessionStorage
  /// Opens again what a storage, which is closed, has stored; `nil` for storages that forget.
  public var reopen: (@Sendable (any SessionStorage) async throws -> any SessionStorage)?

  /// An implementation.
  public init(
    make: @escaping @Sendable () async throws -> any SessionStorage,
    reopen: (@Sendable (any SessionStorage) async throws -> any SessionStorage)? = nil
  ) {
    self.make = make
    self.reopen = reopen
  }
}
