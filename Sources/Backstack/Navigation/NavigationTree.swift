/// What one store knows of the features that are mounted in it and of their effects in flight.
///
/// Everything in it is read and changed under ``lock``.
final class NavigationTree: @unchecked Sendable {
  // Sound: guarded by `lock`, which the store's engine holds whenever it touches the tree.

  let lock = StoreLock()
  /// The engine of the store; gone when the store is.
  weak var engine: (any StoreEngine)?
  /// How many effects are in flight.
  private(set) var liveEffectCount = 0
  private var scopes: [CancelID: [CancelScope]] = [:]

  func add(_ live: LiveEffect) {
    liveEffectCount += 1
    live.node.effects.append(live)
  }

  func remove(_ live: LiveEffect) {
    liveEffectCount -= 1
    live.node.effects.removeAll { $0 === live }
  }

  func add(_ scope: CancelScope) { scopes[scope.id, default: []].append(scope) }

  func remove(_ scope: CancelScope) {
    scopes[scope.id]?.removeAll { $0 === scope }
    if scopes[scope.id]?.isEmpty == true { scopes[scope.id] = nil }
  }

  /// Cancels the effects that were made cancellable by an id at a node or below it (R91).
  func cancel(_ id: CancelID, at node: NavigationNode) {
    let domain = node.cancellationDomain
    for scope in scopes[id] ?? [] where scope.node.isInside(domain) { scope.cancel() }
  }
}

/// What a dismissal asks of a store.
protocol StoreEngine: AnyObject {
  /// Sends the action that dismisses the nearest presentation around a node, once.
  func dismiss(_ node: NavigationNode)
}
