import BackstackDependencies

/// The machinery of a store: one reducer, one state, the queue of actions, the effects in flight.
///
/// Actions are processed one after the other under a lock of the store's own; tasks are created
/// under it, too, but what they do runs outside of it, on the store's executor.
final class StoreCore<State: Sendable, Action: Sendable>: StoreEngine, @unchecked Sendable {
  // Sound: all that changes is guarded by `tree.withLock`.

  let tree: NavigationTree
  let executor: StoreExecutor
  private let root: NavigationNode
  private let frame: DependencyFrame
  private let reducer: any Reducer<State, Action>

  private var state: State
  private var queue = ActionQueue<Action>()
  private var isProcessing = false
  private(set) var isEnded = false
  private(set) var actionCount = 0

  init(
    initialState: () throws -> State,
    reducer: () -> any Reducer<State, Action>,
    drain: StoreExecutor.Drain,
    prepareDependencies: (inout DependencyValues) -> Void
  ) rethrows {
    tree = NavigationTree()
    executor = StoreExecutor(drain: drain)
    root = NavigationNode(tree: tree)

    var values = DependencyValues.current
    values.stackElementID = StackElementIDGenerator()
    values.navigationNode = root
    prepareDependencies(&values)
    dependencies = values
    frame = DependencyFrame(values: values)
    state = try frame.perform(initialState)
    self.reducer = frame.perform(reducer)
    tree.engine = self
  }

  /// The dependencies of the store's root.
  let dependencies: DependencyValues

  deinit { tree.withLock { root.tearDown() } }

  // MARK: Reading

  /// Reads the state between two actions.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try tree.withLock {
      precondition(!isProcessing, "A store's state was read by its own reducer.")
      return try body(state)
    }
  }

  /// Runs `body` with no other thread sending meanwhile.
  func withExclusiveAccess<Result>(_ body: () throws -> Result) rethrows -> Result {
    try tree.withLock(body)
  }

  // MARK: Sending

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that it started, `nil` if none.
  func send(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
    perform {
      if isProcessing, origin == .user {
        reportIssue(
          """
          An action was sent to a store while its reducer was running: \(caseName(of: action)). It \
          is processed afterwards. Return an effect instead: .send(…)
          """)
      }
      queue.append(.init(action: action, origin: origin, group: group))
    }
  }

  /// Processes an action, and everything that it causes without waiting, unless its target is
  /// missing.
  ///
  /// - Returns: The target that is missing; then nothing was changed.
  func sendIfReachable(_ action: Action) -> MissingTarget? {
    var missing: MissingTarget?
    perform {
      precondition(!isProcessing, "A store was sent an action conditionally by its own reducer.")
      guard !isEnded else { return }
      isProcessing = true
      let result = frame.perform { reducer._reduceIfReachable(into: &state, action: action) }
      isProcessing = false
      switch result {
      case .success(let effect): didReduce(effect, group: nil)
      case .failure(let target): missing = target
      }
    }
    return missing
  }

  /// Runs `body` under the lock, then processes what is in the queue and drains the executor.
  @discardableResult
  private func perform(_ body: () -> Void) -> EffectGroup? {
    // Before anything can add a job: a cancellation wakes a task, which no worker is to run.
    let drains = executor.claimForSender()
    defer {
      // What effects read are their own dependencies, not those of a step around this call.
      if drains { DependencyFrame.withoutCurrent { executor.runJobsForSender() } }
    }
    return tree.withLock {
      body()
      return processQueue()
    }
  }

  /// - Returns: The effects that the first action started.
  private func processQueue() -> EffectGroup? {
    guard !isProcessing else { return nil }
    if isEnded {
      queue.removeAll()
      return nil
    }
    isProcessing = true
    var firstGroup: EffectGroup?
    var isFirst = true
    frame.perform {
      while let entry = queue.popFirst() {
        let effect = reducer.reduce(into: &state, action: entry.action)
        let group = didReduce(effect, group: entry.group)
        if isFirst { firstGroup = group }
        isFirst = false
        entry.group?.releaseAction()
        if isEnded { queue.removeAll() }
      }
    }
    isProcessing = false
    startTasks()
    // What only tells the store how to dismiss is no effect.
    return firstGroup?.isUsed == true ? firstGroup : nil
  }

  /// Counts an action and registers its effects.
  ///
  /// - Returns: The group that the effects belong to, if there are any.
  @discardableResult
  private func didReduce(_ effect: Effect<Action>, group: EffectGroup?) -> EffectGroup? {
    actionCount += 1
    guard !effect.isNone else { return nil }
    let group = group ?? EffectGroup(tree: tree)
    start(effect, Subscription(group: group, scopes: []), onEnd: nil)
    return group
  }

  // MARK: Effects

  private struct Subscription {
    let group: EffectGroup
    var scopes: [CancelScope]

    var isCancelled: Bool { group.isCancelled || scopes.contains(where: \.isCancelled) }
  }

  private struct Start {
    let live: LiveEffect
    let run: EffectRun<Action>
  }

  /// The effects registered in this round whose tasks are still to be created.
  private var starts: [Start] = []

  /// Registers an effect at once, so that what comes later in the same step can cancel it (R18).
  private func start(
    _ effect: Effect<Action>, _ subscription: Subscription, onEnd: ((EffectEnd) -> Void)?
  ) {
    if subscription.isCancelled {
      onEnd?(.ended)
      return
    }
    switch effect.operation {
    case .none:
      onEnd?(.ended)
    case .send(let action):
      queue.append(.init(action: action, origin: .effect, group: subscription.group))
      onEnd?(.ended)
    case .run(let run):
      let node = run.values?.navigationNode ?? root
      guard node.isActive else {
        onEnd?(.tornDown)
        return
      }
      let live = LiveEffect(
        node: node, group: subscription.group, scopes: subscription.scopes, onEnd: onEnd)
      starts.append(Start(live: live, run: run))
    case .merge(let effects):
      let onEnd = onEnd.map { Countdown(from: effects.count, $0).step }
      for effect in effects { start(effect, subscription, onEnd: onEnd) }
    case .concatenate(let effects):
      startInTurn(effects[...], subscription, onEnd: onEnd ?? { _ in })
    case .cancellable(let effect, let id, let node, let cancelInFlight):
      let node = (node ?? root).cancellationDomain
      if cancelInFlight { node.cancel(id) }
      let scope = CancelScope(id: id, node: node)
      node.add(scope)
      var inner = subscription
      inner.scopes.append(scope)
      start(effect, inner) { end in
        scope.node.remove(scope)
        onEnd?(end)
      }
    case .cancel(let id, let node):
      (node ?? root).cancellationDomain.cancel(id)
      onEnd?(.ended)
    case .attach(let slot, let action):
      slot.enqueueDismissal = { [weak self] id in
        self?.queue.append(.init(action: action(id), origin: .effect, group: nil))
      }
      onEnd?(.ended)
    }
  }

  /// Starts effects one after the other, each at the end of the one before it.
  private func startInTurn(
    _ effects: ArraySlice<Effect<Action>>, _ subscription: Subscription,
    onEnd: @escaping (EffectEnd) -> Void
  ) {
    var remaining = effects
    // A loop over what ends at once; recursion would grow the stack with the number of effects.
    while let first = remaining.popFirst() {
      var isStarting = true
      var endedAtOnce: EffectEnd?
      start(first, subscription) { [weak self, remaining] end in
        if isStarting {
          endedAtOnce = end
        } else if case .ended = end, let self {
          self.startInTurn(remaining, subscription, onEnd: onEnd)
        } else {
          onEnd(end)
        }
      }
      isStarting = false
      switch endedAtOnce {
      case nil: return
      case .tornDown: return onEnd(.tornDown)
      case .ended: continue
      }
    }
    onEnd(.ended)
  }

  /// Creates the tasks of the effects that are still wanted.
  private func startTasks() {
    guard !starts.isEmpty else { return }
    for start in starts where start.live.isInFlight {
      start.live.task = makeTask(start.live, start.run)
    }
    starts = []
  }

  private func makeTask(_ live: LiveEffect, _ run: EffectRun<Action>) -> Task<Void, Never> {
    let send = Send<Action> { [weak self] action in
      self?.receive(action, from: live, run.location)
    }
    let values = run.values ?? frame.values
    // Detached: a task inherits the task-local values of the effect that led to it otherwise.
    return Task.detached(executorPreference: executor, priority: run.priority) { [weak self] in
      await DependencyValues.$taskValues.withValue(values) { await run.perform(send) }
      self?.effectDidEnd(live)
    }
  }

  private func receive(_ action: Action, from live: LiveEffect, _ location: SourceLocation) {
    perform {
      guard !live.isCancelled else { return }
      if !live.isInFlight {
        frame.perform {
          reportIssue(
            "An action was sent by an effect that had ended: \(caseName(of: action)).",
            at: location)
        }
      }
      queue.append(.init(action: action, origin: .effect, group: live.group))
    }
  }

  /// Cancels all effects in flight; no action is processed any more.
  func end() {
    tree.withLock {
      isEnded = true
      root.tearDown()
      if !isProcessing { queue.removeAll() }
    }
  }

  private func effectDidEnd(_ live: LiveEffect) {
    perform { live.end() }
  }

  func dismiss(_ node: NavigationNode) {
    perform {
      guard let presenter = node.claimDismissal() else { return }
      presenter.slot.enqueueDismissal?(presenter.id)
    }
  }
}

/// Calls back at the end of the last of a number of effects.
private final class Countdown {
  private var remaining: Int
  private var end = EffectEnd.tornDown
  private let onEnd: (EffectEnd) -> Void

  init(from count: Int, _ onEnd: @escaping (EffectEnd) -> Void) {
    remaining = count
    self.onEnd = onEnd
  }

  /// Notes an end; all together are torn down if each of them is.
  func step(_ end: EffectEnd) {
    if case .ended = end { self.end = .ended }
    remaining -= 1
    if remaining == 0 { onEnd(self.end) }
  }
}
