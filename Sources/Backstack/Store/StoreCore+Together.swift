import BackstackDependencies

/// An action of a client that was not processed, alone or among several; nothing was changed.
package struct RefusedAction: Error, Hashable {
  /// Which of the actions it is, from 0.
  package let index: Int
  /// What is missing; `nil` when the monitor did not admit the state that all of them lead to.
  package let target: MissingTarget?
}

extension StoreCore {
  /// Processes an action of a client, and everything that it causes without waiting, or nothing of it.
  ///
  /// - Throws: ``RefusedAction``; then nothing was changed, unless the store has ended because that could
  ///   not be done.
  func sendAlone(_ action: Action) throws(RefusedAction) {
    var refusal: RefusedAction?
    perform {
      precondition(!isProcessing, "A store was sent an action conditionally by its own reducer.")
      guard !isEnded else { return }
      switch reduceAlone(action) {
      case .success(let effect):
        didReduce(effect, group: nil)
        if monitor != nil { tellMonitor(action, .client) }
      case .failure(let error): refusal = error
      }
    }
    if let refusal { throw refusal }
  }

  private func reduceAlone(_ action: Action) -> Result<Effect<Action>, RefusedAction> {
    tree.beginStep()
    defer { tree.endStep() }
    if monitor != nil { tree.beginTentative() }
    switch frame.perform({ reduceIfReachable(action) }) {
    case .success(let effect):
      if let monitor, !monitor.admits({ state }, after: 1) {
        takeBack(with: monitor)
        return .failure(RefusedAction(index: 0, target: nil))
      }
      if monitor != nil { tree.keepTentative() }
      return .success(effect)
    case .failure(let target):
      if monitor != nil { tree.takeBackTentative() }
      return .failure(RefusedAction(index: 0, target: target))
    }
  }

  private func reduceIfReachable(_ action: Action) -> Result<Effect<Action>, MissingTarget> {
    let result = reducer._reduceIfReachable(into: &state, action: action)
    if case .success = result { didRoute(action) }
    return result
  }

  /// Takes back an action whose state the monitor does not admit.
  ///
  /// No copy of the state before is kept for it: with one, each action would copy the collections that it
  /// changes, however large they are.
  @inline(never)
  private func takeBack(with monitor: any StoreMonitor<State, Action>) {
    var values = dependencies
    // It is no step of the store: what is decoded is mounted nowhere.
    values.place = nil
    guard let before = DependencyFrame(values: values).perform({ monitor.previousState() }) else {
      tree.keepTentative()
      return end()
    }
    state = before
    tree.takeBackTentative()
    follow()
  }

  /// Processes actions in order as one step, all or none, and then what they cause without waiting.
  ///
  /// The reducers run once, on the store's own state. What can't be undone waits until all have run:
  /// effects are registered then, and features that leave the state are put aside until then.
  ///
  /// - Parameter isValid: Looks at the state that the actions led to, and says whether it may stay.
  /// - Returns: The effects that each action started; `nil` when the state may not stay: then it is
  ///   what it was.
  /// - Throws: ``RefusedAction``; then the state is what it was.
  func sendTogether(
    _ actions: [Action], if isValid: (State) -> Bool
  ) throws(RefusedAction) -> [EffectGroup?]? {
    var result = Result<[EffectGroup?]?, RefusedAction>.success([])
    perform {
      precondition(!isProcessing, "A store was sent actions together by its own reducer.")
      guard !isEnded else { return }
      result = reduceTogether(actions, if: isValid).map { effects in
        guard let effects else { return nil }
        return zip(actions, effects).map { action, effect in
          let group = didReduce(effect, group: nil)
          if monitor != nil { tellMonitor(action, .client) }
          return group
        }
      }
    }
    return try result.get()
  }

  private func reduceTogether(
    _ actions: [Action], if isValid: (State) -> Bool
  ) -> Result<[Effect<Action>]?, RefusedAction> {
    // On the heap: a copy of the state must not have its place on the stack while a reducer runs.
    let before = [state]
    var effects: [Effect<Action>] = []
    tree.beginStep()
    defer { tree.endStep() }
    tree.beginTentative()
    for (index, action) in actions.enumerated() {
      monitor?.willProcess(action, cause: .client, index: index)
      switch frame.perform({ reduceIfReachable(action) }) {
      case .success(let effect): effects.append(effect)
      case .failure(let target):
        state = before[0]
        tree.takeBackTentative()
        return .failure(RefusedAction(index: index, target: target))
      }
    }
    guard isValid(state) else {
      state = before[0]
      tree.takeBackTentative()
      return .success(nil)
    }
    if let monitor, !monitor.admits({ state }, after: actions.count) {
      state = before[0]
      tree.takeBackTentative()
      return .failure(RefusedAction(index: max(0, actions.count - 1), target: nil))
    }
    tree.keepTentative()
    return .success(effects)
  }

  /// Puts another state in the place of the present one and counts that as an action.
  func replaceState(_ state: State) {
    perform {
      precondition(!isProcessing, "A store's state was replaced by its own reducer.")
      guard !isEnded else { return }
      self.state = state
      actionCount += 1
      follow()
    }
  }
}
