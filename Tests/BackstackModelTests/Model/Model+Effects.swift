extension Model {
  /// Starts an effect as the store does: registers it at once and runs its task later.
  mutating func start(_ pending: Pending, _ group: Int) {
    func enqueue(_ number: Int) {
      queue.append((Event(pending.owner, .act(.add(number))), group))
    }
    switch pending.work {
    case .add(let number): enqueue(number)
    case .cancel(let id): cancel(id, at: pending.owner)
    case .chain(let token, let id):
      enqueue(1)
      run(pending, group, token: token, id: id, end: .add)
    case .wholeChain(let token, let id): run(pending, group, token: token, id: id)
    case .hold(let token): run(pending, group, token: token)
    case .holdAs(let token, let id, let cancelInFlight):
      if cancelInFlight { cancel(id, at: pending.owner) }
      run(pending, group, token: token, id: id)
    case .watch(let token, let id):
      if let number = run(pending, group, token: token, end: .wake) {
        tasks.append(.register(number, id: id))
      }
    case .dismiss:
      if let number = run(pending, group, token: nil) { tasks.append(.dismiss(number)) }
    }
  }

  @discardableResult
  private mutating func run(
    _ pending: Pending, _ group: Int, token: Int?, id: Int? = nil, end: Running.End = .none
  ) -> Int? {
    if pending.isTorn { return nil }
    effectCount += 1
    effects.append(
      Running(
        number: effectCount, token: token, owner: pending.owner, group: group, id: id, end: end))
    return effectCount
  }

  private mutating func cancel(_ id: Int, at owner: [Segment]) {
    let cancelled = effects.filter { $0.id == id && $0.owner.starts(with: owner) }
    for effect in cancelled {
      switch effect.end {
      case .wake:
        wakes.append(.wake(effect.number))
        continue
      case .add: queue.append((Event(effect.owner, .act(.add(10))), effect.group))
      case .none: break
      }
      effects.removeAll { $0.number == effect.number }
    }
  }

  /// Performs a job that waits on the store's executor.
  mutating func perform(_ job: Job) {
    switch job {
    case .register(let number, let id):
      if let index = effects.firstIndex(where: { $0.number == number }) { effects[index].id = id }
    case .wake(let number):
      guard let effect = effects.first(where: { $0.number == number }) else { return }
      process(Event(effect.owner, .act(.add(1000))), effect.group)
      effects.removeAll { $0.number == number }
    case .dismiss(let number):
      guard let effect = effects.first(where: { $0.number == number }) else { return }
      dismiss(effect.owner, effect.group)
      effects.removeAll { $0.number == number }
    }
  }

  /// Dismisses the nearest presentation around a screen.
  private mutating func dismiss(_ owner: [Segment], _ group: Int) {
    for (index, segment) in owner.enumerated().reversed() {
      switch segment {
      case .element(let id): return process(Event(owner[..<index], .popFrom(id)), group)
      case .destination: return process(Event(owner[..<index], .dismiss), group)
      case .row: continue
      }
    }
    issueCount += 1
  }
}
