import BackstackDependencies

/// The engine of a store: its reducer, its state, its queue of actions and its effects in flight.
///
/// A lock of the store serializes actions. Tasks are created under the lock, too, but run outside
/// of it, on the store's executor.
final class StoreCore<State: Sendable, Action: Sendable>: AnyStoreCore<State, Action>, RootCore,
  @unchecked Sendable
{
  // Sound: `tree.withLock` guards all mutable state, and `isProcessing` prevents reads of `state`
  // while a reducer has exclusive access to it. So exclusivity need not be checked at each access.

  let tree: NavigationTree
  let executor: StoreExecutor
  let root: NavigationNode
  let frame: DependencyFrame
  /// The dependencies of the store's root.
  let dependencies: DependencyValues
  let reducer: any Reducer<State, Action>

  var state: State
  var queue = ActionQueue<Action>()
  var isProcessing: Bool { tree.isStepping }
  private(set) var isEnded = false
  var actionCount = 0
  /// The effects that were registered in this round and have no task yet.
  var starts: [Start] = []
  /// Whether `starts` has elements. A flag, because to ask the generic array looks up its element's
  /// metadata each time.
  var hasStarts = false
  /// The observers of the state after each round; `nil` while there are none.
  var observers: StoreObservers<State>?
  /// The recorder of a test, which sets it once, before the first action.
  var recorder: StoreRecorder<State, Action>?
  /// The monitor of the program that hosts the store.
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
    // No owner: a reducer that `initialState` or `reducer` runs directly would mount features for a
    // state that is not the store's, outside of a step that retains them.
    values.owner = nil
    let nowhere = DependencyFrame(values: values)
    state = try nowhere.perform(initialState)
    self.reducer = nowhere.perform(reducer)
    super.init()
    tree.engine = self
  }

  deinit {
    tree.withLock {
      root.unmount()
      observers?.end()
    }
  }

  override var rootCore: any RootCore { self }

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

  /// Cancels all effects in flight, and stops processing actions.
  func end() {
    tree.withLock {
      isEnded = true
      root.unmount()
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
  /// - Returns: The effects that the action started; `nil` if there are none.
  override func send(_ action: Action) -> EffectGroup? {
    // Claimed before anything can enqueue a job: a cancellation resumes a task, and no worker may
    // run it.
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
      try sendClientAction(action)
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
