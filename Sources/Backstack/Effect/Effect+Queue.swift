extension Effect {
  /// Whether the effect or a part of it has a cancel id.
  var hasCancelID: Bool {
    switch operation {
    case .none, .send, .run, .cancel, .attach: false
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.hasCancelID)
    case .cancellable: true
    }
  }

  /// Returns the effect as it waits for another one to end: its ids are registered, so that it can
  /// be cancelled before it starts (R93).
  func queued(at root: NavigationNode) -> Self {
    switch operation {
    case .none, .send, .run, .cancel, .attach: return self
    case .merge(let effects): return Self(.merge(effects.map { $0.queued(at: root) }))
    case .concatenate(let effects): return Self(.concatenate(effects.map { $0.queued(at: root) }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      // The same scope until the effect ends: so a cancellation finds it at every stage.
      let scope = queued ?? CancelScope(id: id, node: (node ?? root).cancellationDomain)
      scope.node.add(scope)
      return Self(
        .cancellable(
          effect.queued(at: root), id: id, node: node, cancelInFlight: cancelInFlight,
          queued: scope))
    }
  }

  /// Returns the effect as it stops waiting, without the parts that were cancelled meanwhile. It
  /// registers its ids again when it starts, so that earlier effects of the same queue don't cancel
  /// it.
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
