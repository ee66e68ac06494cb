import BackstackDependencies
import Synchronization

/// The reason why an effect ended.
enum EffectEnd: Sendable {
  /// It has finished, or was cancelled by id: the next effect in the queue starts.
  case ended
  /// The feature that returned it was unmounted, and the queue behind it is dropped.
  case unmounted
}

/// An effect that is in flight in a store.
final class LiveEffect: @unchecked Sendable {
  // Sound: accessed inside of the `withLock` of `node.tree`.

  /// The effect that the current task belongs to.
  static var current: LiveEffect? { DependencyValues.sleepObserver as? LiveEffect }

  let node: NavigationNode
  let group: EffectGroup
  let scopes: [CancelScope]
  let origin: EffectOrigin
  /// Its place in the order in which the store's effects started.
  let number: Int
  private var onEnd: ((EffectEnd) -> Void)?
  private(set) var isInFlight = true
  private(set) var isCancelled = false
  var task: Task<Void, Never>?
  /// The task that dismissed the effect's feature; `nil` again once an issue is reported for that.
  private var dismissingTask: TaskIdentity?
  private let sendCount = Atomic(0)
  /// The number of actions that an effect sends before it lets others run.
  private static let sendsPerTurn = 64

  init(
    node: NavigationNode, group: EffectGroup, scopes: [CancelScope], origin: EffectOrigin,
    onEnd: ((EffectEnd) -> Void)?
  ) {
    self.node = node
    self.group = group
    self.scopes = scopes
    self.origin = origin
    number = node.tree.takeEffectNumber()
    self.onEnd = onEnd
    node.add(self)
    group.join(self)
    for scope in scopes { scope.lives[ObjectIdentifier(self)] = self }
  }

  /// Counts a sent action. An effect that never waits has to yield the store's executor regularly,
  /// otherwise the `send` that started it would never return.
  func countSendAndCheckTurn() -> Bool {
    sendCount.wrappingAdd(1, ordering: .relaxed).newValue % Self.sendsPerTurn == 0
  }

  /// Records that the current task dismisses its own feature.
  func willDismiss() { dismissingTask = .current }

  /// Returns whether to report an action that can't be sent any more as a mistake of the effect,
  /// because the effect dismissed its own feature before. Returns `true` only once; any other
  /// cancelled effect may try to send.
  ///
  /// - Parameter isTaskCancelled: Whether the sending task is cancelled. Then it must be the one
  ///   that dismissed the feature: another task of the effect can't know of that yet.
  func claimSendAfterDismissal(isTaskCancelled: Bool) -> Bool {
    guard isCancelled, let dismissingTask, !isTaskCancelled || dismissingTask == .current else {
      return false
    }
    self.dismissingTask = nil
    return true
  }

  /// Cancels the task, which can't send from now on, and ends the effect.
  func cancel(_ end: EffectEnd) {
    guard isInFlight else { return }
    isCancelled = true
    if let task { node.tree.cancelLater(task) }
    self.end(end)
  }

  /// Ends the effect: removes it from its feature, its scopes and its group. Does nothing the
  /// second time.
  func end(_ end: EffectEnd = .ended) {
    guard isInFlight else { return }
    isInFlight = false
    task = nil
    node.remove(self)
    for scope in scopes { scope.lives[ObjectIdentifier(self)] = nil }
    let onEnd = onEnd
    self.onEnd = nil
    // Before the effect leaves the group: the next effect of a concatenation belongs to the group,
    // too.
    onEnd?(end)
    group.leave(self)
  }
}

/// The identity of a task among those that are alive.
private struct TaskIdentity: Equatable {
  private let hash: Int

  static var current: Self? { withUnsafeCurrentTask { $0.map { Self(hash: $0.hashValue) } } }
}
