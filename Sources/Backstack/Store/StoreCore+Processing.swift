import BackstackDependencies

extension StoreCore {
  /// Whether nobody wants to know what the store does.
  var isUnwatched: Bool { recorder == nil && observers == nil && monitor == nil }

  /// Processes what is in the queue, and tells who wants to know.
  func processRound() -> EffectGroup? {
    defer { recorder?.didChange() }
    let group = observers == nil ? processQueue() : processQueueAndPublish()
    // Amid a round there is no state to be read.
    if !isProcessing, let monitor {
      monitor.didChange(effectCount: tree.liveEffectCount)
      if !monitor.didEndRound({ state }) { end() }
    }
    return group
  }

  /// Processes an action that does not go through the queue, which is empty, and then what is in the
  /// queue: what most actions of most stores take, and so the shortest way.
  ///
  /// - Returns: The effects that the action started.
  func process(_ action: Action) -> EffectGroup? {
    tree.beginStep()
    let outer = frame.begin()
    let group = didReduce(reduce(action), group: nil)
    tree.releaseRetired()
    if !queue.isEmpty { processEntries() }
    DependencyFrame.end(outer)
    tree.endStep()
    if hasStarts { startTasks() }
    return group?.isUsed == true ? group : nil
  }

  /// Has the reducer process an action.
  @inline(__always)
  private func reduce(_ action: Action) -> Effect<Action> {
    let effect = reducer.reduce(into: &state, action: action)
    didRoute(action)
    return effect
  }

  /// Reports an action that led to a screen, and that no operator took.
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
    // What only tells the store how to dismiss is no effect.
    return firstGroup?.isUsed == true ? firstGroup : nil
  }

  /// Processes what is in the queue and what is added meanwhile, in a step that has begun.
  ///
  /// - Returns: The effects that the first action started.
  @discardableResult
  private func processEntries() -> EffectGroup? {
    var firstGroup: EffectGroup?
    var isFirst = true
    if isEnded { queue.removeAll() }
    while let entry = queue.popFirst() {
      if recorder != nil, !isAdmitted(entry) { continue }
      if monitor != nil { announce(entry.action) }
      let effect = reduce(entry.action)
      if recorder != nil { recordReduced() }
      let group = didReduce(effect, group: entry.group)
      if monitor != nil { tellMonitor(entry.action, .effect) }
      if isFirst { firstGroup = group }
      isFirst = false
      entry.group?.releaseAction()
      tree.releaseRetired()
      if isEnded { queue.removeAll() }
    }
    return firstGroup
  }

  // Not inlined: the copies of the state that a recorder is given must not have their place on the
  // stack while a reducer runs.
  @inline(never)
  private func isAdmitted(_ entry: ActionQueue<Action>.Entry) -> Bool {
    recorder?.admits(entry, state, frame.values.stackElementID) ?? true
  }

  @inline(never)
  private func announce(_ action: Action) {
    monitor?.willProcess(action, cause: .effect, index: 0)
  }

  /// Ends the store when its monitor says so.
  @inline(never)
  func tellMonitor(_ action: Action, _ cause: ActionCause) {
    guard let monitor, !isEnded else { return }
    if !monitor.didProcess(action, cause: cause, effectCount: tree.liveEffectCount) { end() }
  }

  @inline(never)
  private func recordReduced() { recorder?.didReduce(state) }

  /// Counts an action and registers its effects.
  ///
  /// - Returns: The group that the effects belong to, if there are any.
  @discardableResult
  func didReduce(_ effect: Effect<Action>, group: EffectGroup?) -> EffectGroup? {
    actionCount += 1
    follow()
    return effect.isNone ? nil : register(effect, group ?? EffectGroup(tree: tree))
  }

  private func register(_ effect: Effect<Action>, _ group: EffectGroup) -> EffectGroup {
    if case .send(let action) = effect.operation, !group.isCancelled {
      // What most effects without work are; `start` is not compiled for each feature.
      queue.append(.init(action: action, group: group))
    } else {
      start(effect, Subscription(group: group, scopes: []), onEnd: nil)
    }
    // Once more: they may be those of a screen that an ancestor took away in this step.
    follow()
    return group
  }

  /// Tears down what the state no longer presents.
  func follow() {
    if tree.liveEffectCount > 0 {
      withUnsafeMutablePointer(to: &state) { root.follow(StateReference($0)) }
    }
  }
}
