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

  let node: NavigationNode
  let group: EffectGroup
  private let scopes: [CancelScope]
  private var onEnd: ((EffectEnd) -> Void)?
  private(set) var isInFlight = true
  private(set) var isCancelled = false
  var task: Task<Void, Never>?
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
