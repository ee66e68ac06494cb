extension SessionStorage {
  /// Submits a write and waits for its receipt.
  public func submit(_ write: StorageWrite) async throws(StorageError) -> StorageReceipt {
    try await withCheckedContinuation { continuation in
      submit(write) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Runs a query and waits for its result.
  public func ask(_ query: StorageQuery) async throws(StorageError) -> StorageResult {
    try await withCheckedContinuation { continuation in
      ask(query) { continuation.resume(returning: $0) }
    }.get()
  }
}
