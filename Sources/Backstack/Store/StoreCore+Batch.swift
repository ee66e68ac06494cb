import BackstackDependencies

/// The error of an action or a batch of a client that was rejected; nothing was changed.
package struct RefusedAction: Error, Hashable {
  /// The position of the rejected action in its batch, from 0.
  package let index: Int
  /// The missing target; `nil` if the monitor rejected the resulting state.
  package let target: MissingTarget?
}

extension StoreCore {
  /// Processes an action of a client, and everything that it causes without waiting, as a
  /// transaction.
  ///
  /// - Parameter text: The form in which the program received the action, for the monitor.
  /// - Throws: ``RefusedAction``; then nothing was changed. If the change can't be undone, the
  ///   store ends.
  func sendClientAction(_ action: Action, text: [UInt8]) throws(RefusedAction) {
    var refusal: RefusedAction?
    perform {
      precondition(!isProcessing, "A store was sent an action conditionally by its own reducer.")
      guard !isEnded else { return }
      switch reduceAlone(action) {
      case .success(let effect):
        didReduce(effect, group: nil)
        if monitor != nil { notifyMonitor(action, .client(text: text)) }
      case .failure(let error): refusal = error
      }
    }
    if let refusal { throw refusal }
  }

  private func reduceAlone(_ action: Action) -> Result<Effect<Action>, RefusedAction> {
    tree.beginStep()
    defer { tree.endStep() }
    if monitor != nil { tree.beginTransaction() }
    switch frame.perform({ reduceIfReachable(action) }) {
    case .success(let effect):
      if let monitor, !monitor.admits({ state }, after: 1) {
        rollBack(with: monitor)
        return .failure(RefusedAction(index: 0, target: nil))
      }
      if monitor != nil { tree.commitTransaction() }
      return .success(effect)
    case .failure(let target):
      if monitor != nil { tree.rollBackTransaction() }
      return .failure(RefusedAction(index: 0, target: target))
    }
  }

  private func reduceIfReachable(_ action: Action) -> Result<Effect<Action>, MissingTarget> {
    let result = reducer._reduceIfReachable(into: &state, action: action)
    if case .success = result { didRoute(action) }
    return result
  }

  /// Rolls back an action whose resulting state the monitor rejected.
  ///
  /// The previous state is not kept for this: with a copy of it in memory, each action would copy
  /// the collections that it changes, however large they are.
  @inline(never)
  private func rollBack(with monitor: any StoreMonitor<State, Action>) {
    var values = dependencies
    // This is not a step of the store: what is decoded must not be mounted.
    values.owner = nil
    guard let before = DependencyFrame(values: values).perform({ monitor.previousState() }) else {
      tree.commitTransaction()
      return end()
    }
    state = before
    tree.rollBackTransaction()
    reconcile()
  }

  /// Processes a batch of actions as one transaction, and then everything that they cause without
  /// waiting.
  ///
  /// The reducers run once, on the store's own state. Whatever can't be undone is delayed until all
  /// have run: the registration of effects, and the unmounting of features that leave the state.
  ///
  /// - Parameters:
  ///   - texts: The forms in which the program received the actions, for the monitor.
  ///   - isValid: Returns whether the resulting state is acceptable.
  /// - Returns: The effects that each action started; `nil` if `isValid` returned `false`: then the
  ///   state is unchanged.
  /// - Throws: ``RefusedAction``; then the state is unchanged.
  func sendBatch(
    _ actions: [Action], texts: [[UInt8]], if isValid: (State) -> Bool
  ) throws(RefusedAction) -> [EffectGroup?]? {
    var result = Result<[EffectGroup?]?, RefusedAction>.success([])
    perform {
      precondition(!isProcessing, "A store was sent a batch of actions by its own reducer.")
      guard !isEnded else { return }
      result = reduceBatch(actions, texts, if: isValid).map { effects in
        guard let effects else { return nil }
        return actions.indices.map { index in
          let group = didReduce(effects[index], group: nil)
          if monitor != nil { notifyMonitor(actions[index], .client(texts, at: index)) }
          return group
        }
      }
    }
    return try result.get()
  }

  private func reduceBatch(
    _ actions: [Action], _ texts: [[UInt8]], if isValid: (State) -> Bool
  ) -> Result<[Effect<Action>]?, RefusedAction> {
    // In an array, so on the heap: a copy of the state must not occupy stack space while a reducer
    // runs.
    let before = [state]
    var effects: [Effect<Action>] = []
    tree.beginStep()
    defer { tree.endStep() }
    tree.beginTransaction()
    for (index, action) in actions.enumerated() {
      monitor?.willProcess(action, cause: .client(texts, at: index))
      switch frame.perform({ reduceIfReachable(action) }) {
      case .success(let effect): effects.append(effect)
      case .failure(let target):
        state = before[0]
        tree.rollBackTransaction()
        return .failure(RefusedAction(index: index, target: target))
      }
    }
    guard isValid(state) else {
      state = before[0]
      tree.rollBackTransaction()
      return .success(nil)
    }
    if let monitor, !monitor.admits({ state }, after: actions.count) {
      state = before[0]
      tree.rollBackTransaction()
      return .failure(RefusedAction(index: max(0, actions.count - 1), target: nil))
    }
    tree.commitTransaction()
    return .success(effects)
  }

  /// Replaces the state, and counts that as an action.
  ///
  /// - Parameter didReplace: Called under the lock with the number of effects that are left, before
  ///   the monitor is notified of the end of the round.
  func replaceState(_ state: State, didReplace: (_ effectCount: Int) -> Void) {
    perform {
      precondition(!isProcessing, "A store's state was replaced by its own reducer.")
      guard !isEnded else { return }
      self.state = state
      actionCount += 1
      reconcile()
      didReplace(tree.liveEffectCount)
    }
  }
}

extension ActionCause {
  /// Returns the cause of an action of a batch.
  fileprivate static func client(_ texts: [[UInt8]], at index: Int) -> Self {
    .client(text: index < texts.count ? texts[index] : [])
  }
}
