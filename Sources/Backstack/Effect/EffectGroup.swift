/// The effects that one action started, and those that their actions started in turn (R98).
final class EffectGroup: @unchecked Sendable {
  // Sound: guarded by the `withLock` of `tree`; no access lasts, so exclusivity need not be checked.

  private let tree: NavigationTree
  @exclusivity(unchecked) private var lives: [ObjectIdentifier: LiveEffect] = [:]
  /// How many actions of the group's effects wait to be processed.
  @exclusivity(unchecked) private var queuedActions = 0
  @exclusivity(unchecked) private var waiters: [Int: @Sendable () -> Void] = [:]
  private var waiterCount = 0
  /// Whether the group's effects may still start.
  @exclusivity(unchecked) private(set) var isCancelled = false
  /// Whether there ever was an effect in the group.
  @exclusivity(unchecked) private(set) var isUsed = false

  init(tree: NavigationTree) { self.tree = tree }

  func join(_ live: LiveEffect) {
    isUsed = true
    lives[ObjectIdentifier(live)] = live
  }

  func leave(_ live: LiveEffect) {
    lives[ObjectIdentifier(live)] = nil
    resumeWaiters()
  }

  /// Notes that an action of the group waits to be processed.
  func holdForAction() { queuedActions += 1 }

  /// Notes that an action of the group was processed.
  func releaseAction() {
    queuedActions -= 1
    resumeWaiters()
  }

  /// Whether no effect of the group is in flight.
  var hasNoEffects: Bool { lives.isEmpty }

  /// Whether nothing of the group is in flight or waits to be processed.
  var isFinished: Bool { lives.isEmpty && queuedActions == 0 }

  private func resumeWaiters() {
    guard isFinished else { return }
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter() }
  }

  /// Calls back, under the lock, once nothing of the group is in flight or waits to be processed.
  ///
  /// - Returns: The waiter's number, or `nil`, without a call, when that is so now.
  func addWaiter(_ callback: @escaping @Sendable () -> Void) -> Int? {
    tree.withLock {
      guard !isFinished else { return nil }
      waiterCount += 1
      waiters[waiterCount] = callback
      return waiterCount
    }
  }

  /// Forgets a waiter.
  func removeWaiter(_ number: Int) { tree.withLock { waiters[number] = nil } }

  /// Waits until no effect of the group is in flight.
  func finish() async {
    await withCheckedContinuation { continuation in
      if addWaiter({ continuation.resume() }) == nil { continuation.resume() }
    }
  }

  /// Cancels the effects in flight; those still to come don't start.
  func cancel() {
    tree.withLock {
      isCancelled = true
      for live in lives.values { live.cancel(.ended) }
    }
  }

  /// Whether ``cancel()`` was called, for any thread to ask.
  var wasCancelled: Bool { tree.withLock { isCancelled } }
}
