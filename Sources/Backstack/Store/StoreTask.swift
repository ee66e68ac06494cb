/// The effects that a sent action started, and the effects of their actions in turn.
public struct StoreTask: Sendable {
  let group: EffectGroup?

  init(group: EffectGroup?) { self.group = group }

  /// Waits until none of the effects is in flight; cancels them if the waiting task is cancelled.
  public func finish() async {
    guard let group else { return }
    await withTaskCancellationHandler {
      await group.finish()
    } onCancel: {
      group.cancel()
    }
  }

  /// Calls back once none of the effects is in flight. The callback runs under the store's lock: it
  /// must not wait and must not use the store.
  ///
  /// - Returns: A function that removes the callback; `nil`, without a call, if no effect is in
  ///   flight.
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
