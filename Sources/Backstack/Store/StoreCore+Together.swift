/// An action among several whose target is missing.
package struct UnreachableAction: Error, Hashable {
  /// Which of the actions it is, from 0.
  package let index: Int
  /// What is missing.
  package let target: MissingTarget
}

extension StoreCore {
  /// Processes actions in order as one step, all or none, and then what they cause without waiting.
  ///
  /// The reducers run once, on the store's own state. What can't be undone waits until all have run:
  /// effects are registered then, and features that leave the state are put aside until then.
  ///
  /// - Parameter isValid: Looks at the state that the actions led to, and says whether it may stay.
  /// - Returns: The effects that each action started; `nil` when the state may not stay: then it is
  ///   what it was.
  /// - Throws: ``UnreachableAction``; then the state is what it was.
  func sendTogether(
    _ actions: [Action], if isValid: (State) -> Bool
  ) throws(UnreachableAction) -> [EffectGroup?]? {
    var result = Result<[EffectGroup?]?, UnreachableAction>.success([])
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
  ) -> Result<[Effect<Action>]?, UnreachableAction> {
    // On the heap: a copy of the state must not have its place on the stack while a reducer runs (U1).
    let before = [state]
    var effects: [Effect<Action>] = []
    tree.beginStep()
    defer { tree.endStep() }
    tree.beginTentative()
    for (index, action) in actions.enumerated() {
      monitor?.willProcess(action, cause: .client, index: index)
      switch frame.perform({ reducer._reduceIfReachable(into: &state, action: action) }) {
      case .success(let effect): effects.append(effect)
      case .failure(let target):
        state = before[0]
        tree.takeBackTentative()
        return .failure(UnreachableAction(index: index, target: target))
      }
    }
    guard isValid(state) else {
      state = before[0]
      tree.takeBackTentative()
      return .success(nil)
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
