extension StoreCore {
  /// Sends an action after the step of another store, whose reducer sends it while a third thread
  /// is inside this store.
  ///
  /// - Returns: The effects that the action will start.
  @inline(never)
  func postpone(_ action: Action, until tree: NavigationTree) -> EffectGroup {
    let group = EffectGroup(tree: self.tree)
    // No lock needed: the group is not shared yet.
    group.didEnqueueAction()
    postpone(action, group, until: tree)
    return group
  }

  private func postpone(_ action: Action, _ group: EffectGroup, until tree: NavigationTree) {
    tree.postpone { self.sendPostponed(action, group) }
  }

  private func sendPostponed(_ action: Action, _ group: EffectGroup) {
    let drains = executor.claimForSender()
    defer { if drains { executor.runJobsForSender() } }
    switch tree.enter() {
    case .occupied(let tree): postpone(action, group, until: tree)
    case .entered:
      defer { tree.leave() }
      processPostponed(action, group)
    case .inside: processPostponed(action, group)
    }
  }

  private func processPostponed(_ action: Action, _ group: EffectGroup) {
    queue.append(.init(action: action, group: group))
    group.didProcessAction()
    _ = processRound()
  }
}
