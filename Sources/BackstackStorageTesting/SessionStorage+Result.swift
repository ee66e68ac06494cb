import BackstackStorage

extension SessionStorage {
  /// Returns the result of a write.
  func result(of write: StorageWrite) async -> Result<StorageReceipt, StorageError> {
    await withCheckedContinuation { continuation in
      submit(write) { continuation.resume(returning: $0) }
    }
  }

  /// Returns the result of a query.
  func result(of query: StorageQuery) async -> Result<StorageResult, StorageError> {
    await withCheckedContinuation { continuation in
      ask(query) { continuation.resume(returning: $0) }
    }
  }
}
