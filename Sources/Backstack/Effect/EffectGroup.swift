import BackstackDependencies

/// The effects that one action started, and the effects of their actions in turn (R98).
final class EffectGroup: @unchecked Sendable {
  // Sound: guarded by the `withLock` of `tree`; no access outlasts a statement.

  private let tree: NavigationTree
  /// The trace that the first action belongs to, and therefore all.
  let trace: TraceContext?
  private var lives: [ObjectIdentifier: LiveEffect] = [:]
  /// The number of queued actions of the group's effects.
  private var queuedActions = 0
  private var waiters: [Int: @Sendable () -> Void] = [:]
  private var waiterCount = 0
  /// Whether the group was cancelled: then no further effect of it starts.
  private(set) var isCancelled = false
  /// Whether there ever was an effect in the group.
  private(set) var isUsed = false
  /// The groups of the durable effects that effects of this group and of its parts started.
  private var parts: [EffectGroup] = []
  /// The group that this one is a part of, until it is finished.
  private var whole: EffectGroup?
  /// Called once when the durable effect whose group this is isn't pending any more.
  private var onDurableEnd: (() -> Void)?

  init(tree: NavigationTree, trace: TraceContext? = nil) {
    self.tree = tree
    self.trace = trace
  }

  // MARK: Durable effects

  /// Adds the group of a durable effect to the group of the action from outside, which is cancelled
  /// together with it, and finishes after it.
  ///
  /// A durable effect that only starts another one has ended: its work is that of the other one.
  ///
  /// - Parameter end: Called under the lock, once: when an effect of the part has sent an action, or
  ///   when the part is finished.
  func addDurablePart(onEnd end: @escaping () -> Void) -> EffectGroup {
    let part = EffectGroup(tree: tree, trace: trace)
    part.whole = origin
    part.onDurableEnd = end
    // Not parts of parts: a chain of durable effects would grow without end.
    origin.parts.append(part)
    origin.isUsed = true
    return part
  }

  /// The group of the action from outside that led to these effects.
  var origin: EffectGroup { whole ?? self }

  /// Whether this is the group of a durable effect that is pending.
  var isPendingDurably: Bool { onDurableEnd != nil }

  /// Records that an effect of the group has sent an action. Then a durable effect is not pending any more.
  func didSend() {
    guard let end = onDurableEnd else { return }
    onDurableEnd = nil
    end()
  }

  /// Ends a part that is finished.
  private func finishPart() {
    guard let whole else { return }
    didSend()
    self.whole = nil
    whole.parts.removeAll { $0 === self }
    whole.resumeWaiters()
  }

  // MARK: Effects

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
  var hasNoEffects: Bool { lives.isEmpty && parts.allSatisfy(\.hasNoEffects) }

  /// Whether no effect of the group is in flight and none of its actions is queued.
  var isFinished: Bool { lives.isEmpty && queuedActions == 0 && parts.isEmpty }

  private func resumeWaiters() {
    guard isFinished else { return }
    if whole != nil { finishPart() }
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
      for part in parts { part.cancel() }
    }
  }

  /// Whether ``cancel()`` was called; any thread may read it.
  var wasCancelled: Bool { tree.withLock { isCancelled } }
}
