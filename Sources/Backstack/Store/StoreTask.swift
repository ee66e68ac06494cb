/// The effects that a sent action started, and those that their actions started in turn.
public struct StoreTask: Sendable {
  let group: EffectGroup?

  init(group: EffectGroup?) { self.group = group }

  /// Waits until none of the effects is in flight; cancels them when its own task is cancelled.
  public func finish() async {
    guard let group else { return }
    await withTaskCancellationHandler {
      await group.finish()
    } onCancel: {
      group.cancel()
    }
  }

  /// Calls back once none of the effects is in flight; under the store's lock, so the callback must not
  /// wait, and must not use the store.
  ///
  /// - Returns: What forgets the callback, or `nil`, without a call, when that is so now.
  package func whenFinished(
    _ callback: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard let group, let number = group.addWaiter(callback) else { return nil }
    return { group.removeWaiter(number) }
  }

  /// Cancels the effects.
  public func cancel() { group?.cancel() }

  /// Whether the effects were cancelled; `true` if there were none.
  public var isCancelled: Bool { group?.wasCancelled ?? true }
}
