import BackstackDependencies

extension DependencyValues {
  /// A function that waits until each effect in flight of the store with these dependencies has
  /// ended or waits for something; `nil` outside of a store.
  package var settleStore: (@Sendable () async -> Void)? {
    guard let tree = navigationNode?.tree else { return nil }
    return {
      guard let executor = tree.withLock({ tree.engine?.executor }) else { return }
      await executor.settle()
    }
  }
}

extension StoreExecutor {
  /// Waits until no job is queued, or until 10,000 more have run: an effect that never rests must
  /// not block a test.
  func settle() async {
    await withCheckedContinuation { continuation in
      if !whenIdle(patience: 10_000, { continuation.resume() }) { continuation.resume() }
    }
  }
}
