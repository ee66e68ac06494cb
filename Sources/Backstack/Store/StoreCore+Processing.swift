import BackstackDependencies

extension StoreCore {
  /// Whether there is neither a recorder, nor an observer, nor a monitor.
  var isUnwatched: Bool { recorder == nil && observers == nil && monitor == nil }

  /// Processes the queue, and notifies the recorder, the observers and the monitor.
  func processRound() -> EffectGroup? {
    defer { recorder?.didChange() }
    let group = observers == nil ? processQueue() : processQueueAndPublish()
    // In the middle of a round the state can't be read.
    if !isProcessing, let monitor {
      monitor.didChange(effectCount: tree.liveEffectCount)
      if !monitor.didEndRound({ state }) { end() }
    }
    return group
  }

  /// Processes an action that bypasses the empty queue, and then the actions that it enqueued. This
  /// is the fast path that most actions of most stores take.
  ///
  /// - Returns: The effects that the action started.
  func process(_ action: Action) -> EffectGroup? {
    tree.beginStep()
    let outer = frame.begin()
    let group = didReduce(reduce(action), group: nil)
    tree.releaseUnmounted()
    if !queue.isEmpty { processEntries() }
    DependencyFrame.end(outer)
    tree.endStep()
    if hasStarts { startTasks() }
    return group?.isUsed == true ? group : nil
  }

  /// Runs the reducer on an action.
  @inline(__always)
  private func reduce(_ action: Action) -> Effect<Action> {
    let effect = reducer.reduce(into: &state, action: action)
    didRoute(action)
    return effect
  }

  /// Reports an issue if the action was for a child feature and no operator took it.
  func didRoute(_ action: Action) {
    if let issues = tree.route.finish(action) { report(issues) }
  }

  @inline(never)
  private func report(_ issues: [String]) {
    for issue in issues { reportIssue(issue) }
  }

  /// - Returns: The effects that the first action started.
  @discardableResult
  func processQueue() -> EffectGroup? {
    guard !isProcessing, !queue.isEmpty || hasStarts else { return nil }
    if isEnded {
      queue.removeAll()
      return nil
    }
    tree.beginStep()
    let firstGroup = frame.perform { processEntries() }
    tree.endStep()
    startTasks()
    // A group that only attached a dismissal to a slot has no effects.
    return firstGroup?.isUsed == true ? firstGroup : nil
  }

  /// Processes the queue, including actions that are added meanwhile, within a step that has begun.
  ///
  /// - Returns: The effects that the first action started.
  @discardableResult
  private func processEntries() -> EffectGroup? {
    var firstGroup: EffectGroup?
    var isFirst = true
    if isEnded { queue.removeAll() }
    while let entry = queue.popFirst() {
      if recorder != nil, !isAdmitted(entry) { continue }
      if monitor != nil { monitorWillProcess(entry.action) }
      let effect = reduce(entry.action)
      if recorder != nil { recordReduced() }
      let group = didReduce(effect, group: entry.group)
      if monitor != nil { notifyMonitor(entry.action, .effect) }
      if isFirst { firstGroup = group }
      isFirst = false
      entry.group?.didProcessAction()
      tree.releaseUnmounted()
      if isEnded { queue.removeAll() }
    }
    return firstGroup
  }

  // Not inlined: the copies of the state for the recorder must not occupy stack space while a
  // reducer runs.
  @inline(never)
  private func isAdmitted(_ entry: ActionQueue<Action>.Entry) -> Bool {
    recorder?.admits(entry, state, frame.values.stackElementID) ?? true
  }

  @inline(never)
  private func monitorWillProcess(_ action: Action) {
    monitor?.willProcess(action, cause: .effect)
  }

  /// Notifies the monitor of a processed action, and ends the store if the monitor demands it.
  @inline(never)
  func notifyMonitor(_ action: Action, _ cause: ActionCause) {
    guard let monitor, !isEnded else { return }
    if !monitor.didProcess(action, cause: cause, effectCount: tree.liveEffectCount) { end() }
  }

  @inline(never)
  private func recordReduced() { recorder?.didReduce(state) }

  /// Counts an action and registers its effects.
  ///
  /// - Returns: The group of the effects, if there are any.
  @discardableResult
  func didReduce(_ effect: Effect<Action>, group: EffectGroup?) -> EffectGroup? {
    actionCount += 1
    reconcile()
    return effect.isNone ? nil : register(effect, group ?? EffectGroup(tree: tree))
  }

  private func register(_ effect: Effect<Action>, _ group: EffectGroup) -> EffectGroup {
    if case .send(let action) = effect.operation, !group.isCancelled {
      // The fast path: most effects without work are a `.send`. The larger `start` stays out of
      // line.
      queue.append(.init(action: action, group: group))
    } else {
      start(effect, Subscription(group: group, scopes: []), onEnd: nil)
    }
    // Again: the effects may belong to a feature that an ancestor removed in this step.
    reconcile()
    return group
  }

  /// Unmounts the features that the state no longer presents.
  func reconcile() {
    if tree.liveEffectCount > 0 {
      withUnsafePointer(to: &state) { root.reconcile(StateReference($0)) }
    }
  }
}
