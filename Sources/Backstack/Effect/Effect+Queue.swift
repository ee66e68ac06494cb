extension Effect {
  /// Whether a part of the effect, or all of it, has an id.
  var hasCancelID: Bool {
    switch operation {
    case .none, .send, .run, .cancel, .attach: false
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.hasCancelID)
    case .cancellable: true
    }
  }

  /// The effect while it waits for the end of another one: its ids are registered, so that it can be
  /// cancelled before it starts (R93).
  func queued(at root: NavigationNode) -> Self {
    switch operation {
    case .none, .send, .run, .cancel, .attach: return self
    case .merge(let effects): return Self(.merge(effects.map { $0.queued(at: root) }))
    case .concatenate(let effects): return Self(.concatenate(effects.map { $0.queued(at: root) }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      // One scope from now to the end: who is cancelling it finds it whatever the effect has come to.
      let scope = queued ?? CancelScope(id: id, node: (node ?? root).cancellationDomain)
      scope.node.add(scope)
      return Self(
        .cancellable(
          effect.queued(at: root), id: id, node: node, cancelInFlight: cancelInFlight,
          queued: scope))
    }
  }

  /// The effect when it waits no longer, without what was cancelled meanwhile. Its ids are registered
  /// anew when it starts: what comes before it in the same queue is not meant to cancel it.
  func dequeued() -> Self {
    switch operation {
    case .none, .send, .run, .cancel, .attach: return self
    case .merge(let effects): return Self(.merge(effects.map { $0.dequeued() }))
    case .concatenate(let effects): return Self(.concatenate(effects.map { $0.dequeued() }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      if let queued { queued.node.remove(queued) }
      let inner = effect.dequeued()
      if queued?.isCancelled == true { return .none }
      return Self(
        .cancellable(inner, id: id, node: node, cancelInFlight: cancelInFlight, queued: queued))
    }
  }
}
