/// The effects that one action started, and the effects of their actions in turn (R98).
final class EffectGroup: @unchecked Sendable {
  // Sound: guarded by the `withLock` of `tree`; no access outlasts a statement.

  private let tree: NavigationTree
  private var lives: [ObjectIdentifier: LiveEffect] = [:]
  /// The number of queued actions of the group's effects.
  private var queuedActions = 0
  private var waiters: [Int: @Sendable () -> Void] = [:]
  private var waiterCount = 0
  /// Whether the group was cancelled: then no further effect of it starts.
  private(set) var isCancelled = false
  /// Whether there ever was an effect in the group.
  private(set) var isUsed = false

  init(tree: NavigationTree) { self.tree = tree }

  func join(_ live: LiveEffect) {
    isUsed = true
    lives[ObjectIdentifier(live)] = live
  }

  func leave(_ live: LiveEffect) {
    lives[ObjectIdentifier(live)] = nil
    resumeWaiters()
  }

  /// Counts an action of the group that is queued.
  func didEnqueueAction() { queuedActions += 1 }

  /// Counts an action of the group that was processed.
  func didProcessAction() {
    queuedActions -= 1
    resumeWaiters()
  }

  /// Whether no effect of the group is in flight.
  var hasNoEffects: Bool { lives.isEmpty }

  /// Whether no effect of the group is in flight and none of its actions is queued.
  var isFinished: Bool { lives.isEmpty && queuedActions == 0 }

  private func resumeWaiters() {
    guard isFinished else { return }
    guard !waiters.isEmpty else { return }
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter() }
  }

  /// Calls back, under the lock, once the group is finished.
  ///
  /// - Returns: The waiter's number; `nil`, without a call, if the group is finished already.
  func addWaiter(_ callback: @escaping @Sendable () -> Void) -> Int? {
    tree.withLock {
      guard !isFinished else { return nil }
      waiterCount += 1
      waiters[waiterCount] = callback
      return waiterCount
    }
  }

  /// Removes a waiter.
  func removeWaiter(_ number: Int) { tree.withLock { waiters[number] = nil } }

  /// Waits until the group is finished.
  func finish() async {
    await withCheckedContinuation { continuation in
      if addWaiter({ continuation.resume() }) == nil { continuation.resume() }
    }
  }

  /// Cancels the effects in flight, and prevents others of the group from starting.
  func cancel() {
    tree.withLock {
      isCancelled = true
      for live in lives.values { live.cancel(.ended) }
    }
  }

  /// Whether ``cancel()`` was called; any thread may read it.
  var wasCancelled: Bool { tree.withLock { isCancelled } }
}
