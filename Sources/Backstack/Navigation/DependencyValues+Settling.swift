import BackstackDependencies

extension DependencyValues {
  /// Waits until the effects of the store that these are the values of have ended or wait for
  /// something; `nil` outside of every store.
  package var settleStore: (@Sendable () async -> Void)? {
    guard let tree = navigationNode?.tree else { return nil }
    return {
      guard let executor = tree.withLock({ tree.engine?.executor }) else { return }
      await executor.settle()
    }
  }
}

extension StoreExecutor {
  /// Waits until no job waits to be run, or until very many were run meanwhile: an effect that never
  /// rests must not stop a test.
  func settle() async {
    await withCheckedContinuation { continuation in
      if !whenIdle(patience: 10_000, { continuation.resume() }) { continuation.resume() }
    }
  }
}
