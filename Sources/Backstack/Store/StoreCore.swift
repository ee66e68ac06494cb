import BackstackDependencies

/// The machinery of a store: one reducer, one state, the queue of actions, the effects in flight.
///
/// Actions are processed one after the other under a lock of the store's own; tasks are created
/// under it, too, but what they do runs outside of it, on the store's executor.
final class StoreCore<State: Sendable, Action: Sendable>: AnyStoreCore<State, Action>, StoreHost,
  @unchecked Sendable
{
  // Sound: all that changes is guarded by `tree.withLock`, and the state is not read while a reducer
  // has it, which `isProcessing` sees to: exclusivity need not be checked at each access.

  let tree: NavigationTree
  let executor: StoreExecutor
  let root: NavigationNode
  let frame: DependencyFrame
  /// The dependencies of the store's root.
  let dependencies: DependencyValues
  let reducer: any Reducer<State, Action>

  @exclusivity(unchecked) var state: State
  @exclusivity(unchecked) var queue = ActionQueue<Action>()
  var isProcessing: Bool { tree.isStepping }
  @exclusivity(unchecked) private(set) var isEnded = false
  @exclusivity(unchecked) var actionCount = 0
  /// The effects registered in this round whose tasks are still to be created.
  @exclusivity(unchecked) var starts: [Start] = []
  /// Who wants to know the state after each round, `nil` while nobody does.
  @exclusivity(unchecked) var observers: StoreObservers<State>?
  /// Given once, before the first action, by a test.
  @exclusivity(unchecked) var recorder: StoreRecorder<State, Action>?
  /// Given once, before the first action, by a host.
  @exclusivity(unchecked) var monitor: (any StoreMonitor<Action>)?

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
    values.change(prepareDependencies)
    dependencies = values
    frame = DependencyFrame(values: values)
    state = try frame.perform(initialState)
    self.reducer = frame.perform(reducer)
    super.init()
    tree.engine = self
  }

  deinit {
    tree.withLock {
      root.tearDown()
      observers?.end()
    }
  }

  override var host: any StoreHost { self }

  override var observation: Observation<State> {
    { [weak self] observer in
      guard let self else { return nil }
      add(observer)
      return observer
    }
  }

  // MARK: Reading

  /// Reads the state between two actions.
  override func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try tree.withLock {
      precondition(!isProcessing, "A store's state was read by its own reducer.")
      return try body(state)
    }
  }

  // MARK: Ending

  /// Cancels all effects in flight; no action is processed any more.
  func end() {
    tree.withLock {
      isEnded = true
      root.tearDown()
      if !isProcessing { queue.removeAll() }
      observers?.end()
      observers = nil
      monitor?.didChange(effectCount: tree.liveEffectCount)
    }
  }

  func dismiss(_ node: NavigationNode) {
    perform {
      guard let presenter = node.claimDismissal() else { return }
      presenter.slot.enqueueDismissal?(presenter.id)
    }
  }

  // MARK: Sending

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that it started, `nil` if none.
  override func send(_ action: Action) -> EffectGroup? {
    perform {
      if isProcessing {
        reportIssue(
          """
          An action was sent to a store while its reducer was running: \(caseName(of: action)). It \
          is processed afterwards. Return an effect instead: .send(…)
          """)
      }
      queue.append(.init(action: action, group: nil))
    }
  }

  /// Processes an action, and everything that it causes without waiting, unless its target is
  /// missing.
  ///
  /// - Returns: The target that is missing; then nothing was changed.
  override func sendIfReachable(_ action: Action) -> MissingTarget? {
    var missing: MissingTarget?
    perform {
      precondition(!isProcessing, "A store was sent an action conditionally by its own reducer.")
      guard !isEnded else { return }
      tree.beginStep()
      let result = frame.perform { reducer._reduceIfReachable(into: &state, action: action) }
      tree.endStep()
      switch result {
      case .success(let effect):
        didReduce(effect, group: nil)
        if monitor != nil { tellMonitor(action, .client) }
      case .failure(let target): missing = target
      }
    }
    return missing
  }

  /// Runs `body` under the lock, then processes what is in the queue and drains the executor.
  @discardableResult
  func perform(_ body: () -> Void) -> EffectGroup? {
    // Before anything can add a job: a cancellation wakes a task, which no worker is to run.
    let drains = executor.claimForSender()
    defer {
      // What effects read are their own dependencies, not those of a step around this call.
      if drains { DependencyFrame.withoutCurrent { executor.runJobsForSender() } }
    }
    return tree.withLock {
      defer { recorder?.didChange() }
      body()
      let group = observers == nil ? processQueue() : processQueueAndPublish()
      monitor?.didChange(effectCount: tree.liveEffectCount)
      return group
    }
  }

  /// - Returns: The effects that the first action started.
  @discardableResult
  func processQueue() -> EffectGroup? {
    guard !isProcessing, !queue.isEmpty || !starts.isEmpty else { return nil }
    if isEnded {
      queue.removeAll()
      return nil
    }
    tree.beginStep()
    var firstGroup: EffectGroup?
    var isFirst = true
    frame.perform {
      while let entry = queue.popFirst() {
        if recorder != nil, !isAdmitted(entry) { continue }
        let effect = reducer.reduce(into: &state, action: entry.action)
        if recorder != nil { recordReduced() }
        let group = didReduce(effect, group: entry.group)
        if monitor != nil { tellMonitor(entry.action, .effect) }
        if isFirst { firstGroup = group }
        isFirst = false
        entry.group?.releaseAction()
        tree.releaseRetired()
        if isEnded { queue.removeAll() }
      }
    }
    tree.endStep()
    startTasks()
    // What only tells the store how to dismiss is no effect.
    return firstGroup?.isUsed == true ? firstGroup : nil
  }

  // Not inlined: the copies of the state that a recorder is given must not have their place on the
  // stack while a reducer runs (U1).
  @inline(never)
  private func isAdmitted(_ entry: ActionQueue<Action>.Entry) -> Bool {
    recorder?.admits(entry, state, frame.values.stackElementID) ?? true
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
    var group = group
    if !effect.isNone { group = register(effect, group) }
    // Also after the effects of this step are registered: they may be those of a screen that an
    // ancestor took away in it (U4).
    follow()
    return effect.isNone ? nil : group
  }

  // Apart, so that an action without effects does not pay for the types of this.
  @inline(never)
  private func register(_ effect: Effect<Action>, _ group: EffectGroup?) -> EffectGroup {
    follow()
    let started = group ?? EffectGroup(tree: tree)
    if case .send(let action) = effect.operation, !started.isCancelled {
      // What most effects without work are; `start` is not compiled for each feature.
      queue.append(.init(action: action, group: started))
    } else {
      start(effect, Subscription(group: started, scopes: []), onEnd: nil)
    }
    return started
  }

  /// Tears down what the state no longer presents.
  func follow() {
    if tree.liveEffectCount > 0 {
      withUnsafeMutablePointer(to: &state) { root.follow(StateReference($0)) }
    }
  }
}
