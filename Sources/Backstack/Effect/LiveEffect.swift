/// The run of an effect that is in flight in a store.
///
/// Read and changed under the lock of its tree.
final class LiveEffect: @unchecked Sendable {
  // Sound: guarded by the lock of `node.tree`.

  let node: NavigationNode
  let group: EffectGroup
  private let scopes: [CancelScope]
  private var onEnd: (() -> Void)?
  private(set) var isInFlight = true
  private(set) var isCancelled = false
  var task: Task<Void, Never>?

  init(
    node: NavigationNode, group: EffectGroup, scopes: [CancelScope],
    onEnd: (() -> Void)?
  ) {
    self.node = node
    self.group = group
    self.scopes = scopes
    self.onEnd = onEnd
    node.tree.add(self)
    group.join(self)
    for scope in scopes { scope.lives.append(self) }
  }

  /// Cancels the task, which from now on can't send, and counts the effect as ended.
  func cancel() {
    guard isInFlight else { return }
    isCancelled = true
    if let task { node.tree.cancelLater(task) }
    end()
  }

  /// Takes the effect off the books, once.
  func end() {
    guard isInFlight else { return }
    isInFlight = false
    node.tree.remove(self)
    for scope in scopes { scope.lives.removeAll { $0 === self } }
    let onEnd = onEnd
    self.onEnd = nil
    // Before it leaves the group: what comes next in a concatenation belongs to the group too.
    onEnd?()
    group.leave(self)
  }
}

/// The reach of one `cancellable(id:)`: the effects started under it, and those still to be started.
final class CancelScope: @unchecked Sendable {
  // Sound: guarded by the lock of `node.tree`.

  let id: CancelID
  let node: NavigationNode
  private(set) var isCancelled = false
  var lives: [LiveEffect] = []

  init(id: CancelID, node: NavigationNode) {
    self.id = id
    self.node = node
  }

  func cancel() {
    isCancelled = true
    for live in lives { live.cancel() }
  }
}

/// The effects that one action started, and those that their actions started in turn (R98).
final class EffectGroup: @unchecked Sendable {
  // Sound: guarded by the lock of `tree`.

  private let tree: NavigationTree
  private var lives: [LiveEffect] = []
  private(set) var isCancelled = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(tree: NavigationTree) { self.tree = tree }

  func join(_ live: LiveEffect) { lives.append(live) }

  func leave(_ live: LiveEffect) {
    lives.removeAll { $0 === live }
    guard lives.isEmpty else { return }
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until no effect of the group is in flight.
  func finish() async {
    await withCheckedContinuation { continuation in
      tree.withLock {
        if lives.isEmpty { continuation.resume() } else { waiters.append(continuation) }
      }
    }
  }

  func cancel() {
    tree.withLock {
      isCancelled = true
      for live in lives { live.cancel() }
    }
  }
}
