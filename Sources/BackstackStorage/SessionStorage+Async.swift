extension SessionStorage {
  /// Has a write done and waits for it.
  public func submit(_ write: StorageWrite) async throws(StorageError) -> StorageReceipt {
    try await withCheckedContinuation { continuation in
      submit(write) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Has a question answered and waits for the answer.
  public func ask(_ query: StorageQuery) async throws(StorageError) -> StorageAnswer {
    try await withCheckedContinuation { continuation in
      ask(query) { continuation.resume(returning: $0) }
    }.get()
  }
}
