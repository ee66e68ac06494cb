import Synchronization

/// How an effect came to its end.
enum EffectEnd: Sendable {
  /// It has done its work, or was cancelled by id: what is queued behind it starts.
  case ended
  /// The feature that returned it is gone, and with it what is queued behind it.
  case tornDown
}

/// The run of an effect that is in flight in a store.
final class LiveEffect: @unchecked Sendable {
  // Sound: read and changed inside of the `withLock` of `node.tree`.

  /// The effect that the current task is part of.
  @TaskLocal static var current: LiveEffect?

  let node: NavigationNode
  let group: EffectGroup
  let scopes: [CancelScope]
  private var onEnd: ((EffectEnd) -> Void)?
  private(set) var isInFlight = true
  private(set) var isCancelled = false
  var task: Task<Void, Never>?
  /// The task that has dismissed the effect's feature, until an issue is reported for that.
  private var dismissingTask: TaskIdentity?
  private let sendCount = Atomic(0)
  /// How many actions an effect sends before it lets others have their turn.
  private static let sendsPerTurn = 64

  init(
    node: NavigationNode, group: EffectGroup, scopes: [CancelScope],
    onEnd: ((EffectEnd) -> Void)?
  ) {
    self.node = node
    self.group = group
    self.scopes = scopes
    self.onEnd = onEnd
    node.add(self)
    group.join(self)
    for scope in scopes { scope.lives[ObjectIdentifier(self)] = self }
  }

  /// Counts an action that was sent: an effect that never waits for anything has to let go of the
  /// store's executor now and then, or whoever sent the action that started it would never return.
  func hasHadItsTurn() -> Bool {
    sendCount.wrappingAdd(1, ordering: .relaxed).newValue % Self.sendsPerTurn == 0
  }

  /// Notes that the current task dismisses the feature that it belongs to.
  func willDismiss() { dismissingTask = .current }

  /// Whether an action that can't be sent any more is a mistake in the effect: it has dismissed its feature
  /// before. Once; any other cancelled effect may send in vain.
  ///
  /// - Parameter isTaskCancelled: Whether the task that sends is cancelled. Then it must be the one that has
  ///   dismissed: another task of the effect can't know yet.
  func claimSendAfterDismissal(isTaskCancelled: Bool) -> Bool {
    guard isCancelled, let dismissingTask, !isTaskCancelled || dismissingTask == .current else {
      return false
    }
    self.dismissingTask = nil
    return true
  }

  /// Cancels the task, which from now on can't send, and counts the effect as ended.
  func cancel(_ end: EffectEnd) {
    guard isInFlight else { return }
    isCancelled = true
    if let task { node.tree.cancelLater(task) }
    self.end(end)
  }

  /// Takes the effect off the books, once.
  func end(_ end: EffectEnd = .ended) {
    guard isInFlight else { return }
    isInFlight = false
    task = nil
    node.remove(self)
    for scope in scopes { scope.lives[ObjectIdentifier(self)] = nil }
    let onEnd = onEnd
    self.onEnd = nil
    // Before it leaves the group: what comes next in a concatenation belongs to the group too.
    onEnd?(end)
    group.leave(self)
  }
}

/// What tells a task from others that are alive.
private struct TaskIdentity: Equatable {
  private let hash: Int

  static var current: Self? { withUnsafeCurrentTask { $0.map { Self(hash: $0.hashValue) } } }
}
