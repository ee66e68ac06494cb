extension Effect {
  /// Returns the same effect with each action transformed.
  public func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Mapped
  ) -> Effect<Mapped> {
    switch operation {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): Effect<Mapped>(.run(run.map(transform)))
    case .merge(let effects): Effect<Mapped>(.merge(effects.map { $0.map(transform) }))
    case .concatenate(let effects): Effect<Mapped>(.concatenate(effects.map { $0.map(transform) }))
    case .cancellable(let effect, let id, let node, let cancelInFlight, let queued):
      Effect<Mapped>(
        .cancellable(
          effect.map(transform), id: id, node: node, cancelInFlight: cancelInFlight,
          queued: queued))
    case .cancel(let id, let node): Effect<Mapped>(.cancel(id: id, node: node))
    case .attach(let slot, let action): Effect<Mapped>(.attach(slot) { transform(action($0)) })
    }
  }
}
