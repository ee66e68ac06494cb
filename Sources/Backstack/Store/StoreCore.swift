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
  /// Whether there are any: to ask the array takes the metadata of its element, looked up each time.
  @exclusivity(unchecked) var hasStarts = false
  /// Who wants to know the state after each round, `nil` while nobody does.
  @exclusivity(unchecked) var observers: StoreObservers<State>?
  /// Given once, before the first action, by a test.
  @exclusivity(unchecked) var recorder: StoreRecorder<State, Action>?
  /// Given by a host.
  let monitor: (any StoreMonitor<State, Action>)?

  init(
    initialState: () throws -> State,
    reducer: () -> any Reducer<State, Action>,
    drain: StoreExecutor.Drain,
    monitor: (any StoreMonitor<State, Action>)? = nil,
    prepareDependencies: (inout DependencyValues) -> Void
  ) rethrows {
    tree = NavigationTree()
    executor = StoreExecutor(drain: drain, observer: monitor)
    self.monitor = monitor
    root = NavigationNode(tree: tree)

    var values = DependencyValues.current
    values.stackElementID = StackElementIDGenerator()
    values.navigationNode = root
    values.change(prepareDependencies)
    dependencies = values
    frame = DependencyFrame(values: values)
    // Nowhere in the store: a reducer that is run by hand here would mount features for a state that
    // is not the store's, with no step to keep them to its end.
    values.place = nil
    let nowhere = DependencyFrame(values: values)
    state = try nowhere.perform(initialState)
    self.reducer = nowhere.perform(reducer)
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
      // A copy, as `body` may send.
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
      if let live = LiveEffect.current, live.node.tree === tree { live.willDismiss() }
      guard let presenter = node.claimDismissal() else { return }
      presenter.slot.enqueueDismissal?(presenter.id)
    }
  }

  // MARK: Sending

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that it started, `nil` if none.
  override func send(_ action: Action) -> EffectGroup? {
    // Before anything can add a job: a cancellation wakes a task, which no worker is to run.
    let drains = executor.claimForSender()
    defer { if drains { executor.runJobsForSender() } }
    switch tree.enter() {
    case .entered:
      defer { tree.leave() }
      if isUnwatched, !isEnded { return process(action) }
      queue.append(.init(action: action, group: nil))
      return processRound()
    case .inside:
      if isProcessing { reportReentrance(action) }
      queue.append(.init(action: action, group: nil))
      return processRound()
    case .occupied(let tree):
      return postpone(action, until: tree)
    }
  }

  @inline(never)
  private func reportReentrance(_ action: Action) {
    reportIssue(
      """
      An action was sent to a store while its reducer was running: \(caseName(of: action)). It \
      is processed afterwards. Return an effect instead: .send(…)
      """)
  }

  /// Processes an action, and everything that it causes without waiting, unless its target is
  /// missing.
  ///
  /// - Returns: The target that is missing; then nothing was changed.
  override func sendIfReachable(_ action: Action) -> MissingTarget? {
    do throws(RefusedAction) {
      try sendAlone(action)
      return nil
    } catch {
      return error.target
    }
  }

  /// Runs `body` under the lock, then processes what is in the queue and drains the executor.
  @discardableResult
  func perform(_ body: () -> Void) -> EffectGroup? {
    let drains = executor.claimForSender()
    defer { if drains { executor.runJobsForSender() } }
    return tree.withLock {
      body()
      return processRound()
    }
  }
}
