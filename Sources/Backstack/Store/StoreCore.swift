import BackstackDependencies

/// The engine of a store: its reducer, its state, its queue of actions and its effects in flight.
///
/// A lock of the store serializes actions. Tasks are created under the lock, too, but run outside
/// of it, on the store's executor.
final class StoreCore<State: Sendable, Action: Sendable>: StoreSource, StoreEngine,
  @unchecked Sendable
{
  // Sound: `tree.withLock` guards all mutable state, and `isProcessing` prevents reads of `state`
  // while a reducer has exclusive access to it.

  let tree: NavigationTree
  let executor: StoreExecutor
  let root: NavigationNode
  let frame: DependencyFrame
  /// The dependencies of the store's root.
  let dependencies: DependencyValues
  private let reducer: any Reducer<State, Action>

  private var state: State
  private var queue = ActionQueue<Action>()
  var isProcessing: Bool { tree.isStepping }
  private(set) var isEnded = false
  private(set) var actionCount = 0
  /// The ids of the durable effects that are pending.
  var pendingIDs: Set<String> = []
  /// The effects that were registered in this round and have no task yet.
  private var starts: [Start] = []
  /// Whether `starts` has elements. A flag, because to ask the generic array looks up its element's
  /// metadata each time.
  private var hasStarts = false
  /// The observers of the state after each round; `nil` while there are none.
  private var observers: StoreObservers<State>?
  private var recorder: StoreRecorder<State, Action>?
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
    values.stackElementID?.attach(to: tree)
    dependencies = values
    frame = DependencyFrame(values: values)
    // No owner: a reducer that `initialState` or `reducer` runs directly would mount features for a
    // state that is not the store's, outside of a step that retains them.
    values.owner = nil
    let nowhere = DependencyFrame(values: values)
    state = try nowhere.perform(initialState)
    self.reducer = nowhere.perform(reducer)
    tree.engine = self
  }

  deinit {
    tree.withLock {
      root.unmount()
      observers?.end()
    }
  }

  var engine: any StoreEngine { self }

  var target: ActionTarget? { nil }
  var motion: StateMotion { .live }

  var observation: Observation<State> {
    { [weak self] observer in
      guard let self else { return nil }
      add(observer)
      return observer
    }
  }

  // MARK: Reading

  /// Reads the state between two actions.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try tree.withLock {
      precondition(!isProcessing, "A store's state was read by its own reducer.")
      // A copy, as `body` may send.
      return try body(state)
    }
  }

  // MARK: Recording

  /// Makes a test's recorder record each action from now on; called once, before the first action.
  func record(with recorder: StoreRecorder<State, Action>) {
    self.recorder = recorder
    tree.presentSharedValues?.keepFirstValues()
  }

  var isRecorded: Bool { recorder != nil }
  var isHosted: Bool { monitor != nil }

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
      let live = LiveEffect.current.flatMap { $0.node.tree === tree ? $0 : nil }
      live?.willDismiss()
      guard let presenter = node.claimDismissal() else { return }
      guard let action = dismissal(by: presenter) else { return }
      enqueue(action, because: live?.origin.cause ?? 0)
    }
  }

  /// Returns the action that dismisses what is presented.
  func dismissal(by presenter: NavigationNode.Presenter) -> Action? {
    presenter.slot.makeDismissal?(presenter.id) as? Action
  }

  func didUnmount(_ presented: NavigationNode.Presenter) {
    if let monitor, !isEnded { monitor.didDismiss { dismissal(by: presented) } }
  }

  // MARK: Sending

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that the action started; `nil` if there are none.
  func send(_ action: Action) -> EffectGroup? {
    // Claimed before anything can enqueue a job: a cancellation resumes a task, and no worker may
    // run it.
    let drains = executor.claimForSender()
    defer { if drains { executor.runJobsForSender() } }
    switch tree.enter() {
    case .entered:
      defer { tree.leave() }
      if isUnwatched, !isEnded { return process(action) }
      enqueue(action)
      return processRound()
    case .inside:
      if isProcessing { reportReentrance(action) }
      enqueue(action)
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
  func sendIfReachable(_ action: Action) -> MissingTarget? {
    send(action, as: .client(text: []))?.target
  }

  /// Enqueues an action, to be processed in this round.
  ///
  /// - Parameters:
  ///   - group: The effects that led to the action; `nil` for an action from outside.
  ///   - cause: The number of the action that started the effect; 0 for an action from outside.
  // Inlined: a chain of sends would spend a twelfth of its time on this call.
  @inline(__always)
  func enqueue(_ action: Action, from group: EffectGroup? = nil, because cause: Int = 0) {
    queue.append(.init(action: action, group: group, cause: cause))
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

  func step(_ body: () -> Void) { perform(body) }
}

// MARK: - Processing

extension StoreCore {
  /// Whether there is neither a recorder, nor an observer, nor a monitor.
  var isUnwatched: Bool { recorder == nil && observers == nil && monitor == nil }

  /// Processes the queue, and notifies the recorder, the observers and the monitor.
  private func processRound() -> EffectGroup? {
    defer { recorder?.didChange() }
    let group = observers == nil ? processQueue() : processQueueAndPublish()
    // In the middle of a round the state can't be read.
    if !isProcessing, let monitor {
      monitor.didChange(effectCount: tree.liveEffectCount)
      if !monitor.didEndRound({ state }, sharing: tree.shares) { end() }
    }
    return group
  }

  /// Processes an action that bypasses the empty queue, and then the actions that it enqueued. This
  /// is the fast path that most actions of most stores take.
  ///
  /// - Returns: The effects that the action started.
  private func process(_ action: Action) -> EffectGroup? {
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
  private func didRoute(_ action: Action) {
    if let issues = tree.route.finish(action) { report(issues) }
  }

  @inline(never)
  private func report(_ issues: [String]) {
    for issue in issues { reportIssue(issue) }
  }

  /// - Returns: The effects that the first action started.
  @discardableResult
  private func processQueue() -> EffectGroup? {
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
      // Set only for an action that has one, because few have.
      let isTraced = entry.group?.trace != nil
      if isTraced { frame.trace = entry.group?.trace }
      let effect = reduce(entry.action)
      if isTraced { frame.trace = nil }
      if recorder != nil { recordReduced() }
      let group = didReduce(effect, group: entry.group)
      if monitor != nil {
        notifyMonitor(entry.action, .effect(after: distance(to: entry.cause)), frame.takeMade())
      }
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
    monitor?.willProcess(action, cause: .effect(after: nil))
    frame.beginRecordingMade()
  }

  /// Returns how many actions ago the one with a number was processed; `nil` for 0.
  private func distance(to cause: Int) -> Int? { cause == 0 ? nil : actionCount - cause }

  /// Notifies the monitor of a processed action, and ends the store if the monitor demands it.
  @inline(never)
  private func notifyMonitor(_ action: Action, _ cause: ActionCause, _ made: MadeValues?) {
    guard let monitor, !isEnded else { return }
    let mayContinue = monitor.didProcess(
      action, cause: cause, made: made, effectCount: tree.liveEffectCount)
    if !mayContinue { end() }
  }

  @inline(never)
  private func recordReduced() { recorder?.didReduce(state) }

  /// Counts an action and registers its effects.
  ///
  /// - Returns: The group of the effects, if there are any.
  @discardableResult
  private func didReduce(
    _ effect: Effect<Action>, group: EffectGroup?, trace: TraceContext? = nil
  ) -> EffectGroup? {
    actionCount += 1
    reconcile()
    return effect.isNone ? nil : register(effect, group ?? EffectGroup(tree: tree, trace: trace))
  }

  private func register(_ effect: Effect<Action>, _ group: EffectGroup) -> EffectGroup {
    if case .send(let action) = effect.operation, !group.isCancelled {
      // The fast path: most effects without work are a `.send`. The larger `start` stays out of
      // line.
      enqueue(action, from: group, because: actionCount)
    } else {
      start(effect, Subscription(group: group, cause: actionCount, scopes: []), onEnd: nil)
      // Again: the effects may belong to a feature that an ancestor removed in this step.
      reconcile()
    }
    return group
  }

  /// Unmounts the features that the state no longer presents.
  private func reconcile() {
    if tree.liveEffectCount > 0 {
      withUnsafePointer(to: &state) { root.reconcile(StateReference($0)) }
    }
  }

  // MARK: Registered effects

  /// Keeps a registered effect until the end of the round, when its task is created.
  func add(_ start: Start) {
    starts.append(start)
    hasStarts = true
    recorder?.didStart(start.live)
  }

  /// Creates the tasks of the registered effects that were not cancelled meanwhile.
  private func startTasks() {
    guard hasStarts else { return }
    for start in starts where start.live.isInFlight {
      start.live.task = makeTask(start.live, start.run)
    }
    starts = []
    hasStarts = false
  }
}

// MARK: - Actions from outside, and batches

extension StoreCore {
  /// Processes an action from outside, and everything that it causes without waiting, as a
  /// transaction.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cause: Its sender, for the monitor.
  ///   - trace: The trace that it and its effects belong to.
  /// - Returns: Why it was refused; then nothing was changed. If the change can't be undone, the
  ///   store ends.
  func send(
    _ action: Action, as cause: ActionCause, in trace: TraceContext? = nil
  ) -> RefusedAction? {
    var refusal: RefusedAction?
    perform {
      precondition(!isProcessing, "A store was sent an action conditionally by its own reducer.")
      guard !isEnded else { return }
      do throws(RefusedAction) {
        didReduce(try reduceAlone(action, in: trace), group: nil, trace: trace)
        if monitor != nil { notifyMonitor(action, cause, frame.takeMade()) }
      } catch {
        refusal = error
      }
    }
    return refusal
  }

  private func reduceAlone(
    _ action: Action, in trace: TraceContext?
  ) throws(RefusedAction) -> Effect<Action> {
    tree.beginStep()
    defer { tree.endStep() }
    if monitor != nil { tree.beginTransaction() }
    let effect: Effect<Action>
    do throws(MissingTarget) {
      effect = try reduceIfReachable(action, in: trace)
    } catch {
      if monitor != nil { tree.rollBackTransaction() }
      throw RefusedAction(index: 0, target: error)
    }
    if let monitor {
      guard monitor.admits({ state }, sharing: tree.shares, after: 1) else {
        rollBack(with: monitor)
        throw RefusedAction(index: 0, target: nil)
      }
      tree.commitTransaction()
    }
    return effect
  }

  private func reduceIfReachable(
    _ action: Action, in trace: TraceContext?
  ) throws(MissingTarget) -> Effect<Action> {
    let outer = frame.begin()
    if trace != nil { frame.trace = trace }
    if monitor != nil { frame.beginRecordingMade() }
    defer {
      if monitor != nil { frame.endRecordingMade() }
      if trace != nil { frame.trace = nil }
      DependencyFrame.end(outer)
    }
    let effect = try reducer._reduceIfReachable(into: &state, action: action)
    didRoute(action)
    return effect
  }

  /// Rolls back an action whose resulting state the monitor rejected.
  ///
  /// The previous state is not kept for this: with a copy of it in memory, each action would copy
  /// the collections that it changes, however large they are.
  @inline(never)
  private func rollBack(with monitor: any StoreMonitor<State, Action>) {
    // First, as the monitor recreates the shared values with the state.
    tree.presentSharedValues?.rollBackTransaction()
    var values = dependencies
    // This is not a step of the store: what is decoded must not be mounted.
    values.owner = nil
    guard
      let before = DependencyFrame(values: values).perform({
        monitor.previousState(sharing: tree.shares)
      })
    else {
      tree.commitTransaction()
      return end()
    }
    state = before.state
    tree.rollBackTransaction()
    before.shared?.commit(to: tree.sharedValues)
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
  ///   - trace: The trace that they and their effects belong to.
  ///   - isValid: Returns whether the resulting state is acceptable.
  /// - Returns: The effects that each action started; `nil` if `isValid` returned `false`: then the
  ///   state is unchanged.
  /// - Throws: ``RefusedAction``; then the state is unchanged.
  func sendBatch(
    _ actions: [Action], texts: [[UInt8]], in trace: TraceContext?, if isValid: (State) -> Bool
  ) throws(RefusedAction) -> [EffectGroup?]? {
    var result = Result<[EffectGroup?]?, RefusedAction>.success([])
    perform {
      precondition(!isProcessing, "A store was sent a batch of actions by its own reducer.")
      guard !isEnded else { return }
      result = reduceBatch(actions, texts, in: trace, if: isValid).map { reduced in
        guard let reduced else { return nil }
        return actions.indices.map { index in
          let (effect, made) = reduced[index]
          let group = didReduce(effect, group: nil, trace: trace)
          if monitor != nil { notifyMonitor(actions[index], .client(texts, at: index), made) }
          return group
        }
      }
    }
    return try result.get()
  }

  private func reduceBatch(
    _ actions: [Action], _ texts: [[UInt8]], in trace: TraceContext?,
    if isValid: (State) -> Bool
  ) -> Result<[(effect: Effect<Action>, made: MadeValues?)]?, RefusedAction> {
    // In an array, so on the heap: a copy of the state must not occupy stack space while a reducer
    // runs.
    let before = [state]
    var reduced: [(effect: Effect<Action>, made: MadeValues?)] = []
    tree.beginStep()
    defer { tree.endStep() }
    tree.beginTransaction()
    for (index, action) in actions.enumerated() {
      monitor?.willProcess(action, cause: .client(texts, at: index))
      do throws(MissingTarget) {
        let effect = try reduceIfReachable(action, in: trace)
        reduced.append((effect, frame.takeMade()))
      } catch {
        state = before[0]
        tree.rollBackTransaction()
        return .failure(RefusedAction(index: index, target: error))
      }
      // Now, as the next action may enter again what this one left.
      reconcile()
    }
    guard isValid(state) else {
      state = before[0]
      tree.rollBackTransaction()
      return .success(nil)
    }
    if let monitor, !monitor.admits({ state }, sharing: tree.shares, after: actions.count) {
      state = before[0]
      tree.rollBackTransaction()
      return .failure(RefusedAction(index: max(0, actions.count - 1), target: nil))
    }
    tree.commitTransaction()
    return .success(reduced)
  }

  /// Replaces the state, and counts that as an action.
  ///
  /// - Parameter didReplace: Called under the lock with the number of effects that are left, before
  ///   the monitor is notified of the end of the round.
  func replaceState(_ state: DecodedState<State>?, didReplace: (_ effectCount: Int) -> Void) {
    perform {
      precondition(!isProcessing, "A store's state was replaced by its own reducer.")
      guard !isEnded else { return }
      if let state {
        self.state = state.state
        state.shared?.commit(to: tree.sharedValues)
      }
      actionCount += 1
      if state != nil { reconcile() }
      didReplace(tree.liveEffectCount)
    }
  }
}

// MARK: - Changes of shared values

extension StoreCore {
  func share(_ change: () -> Void) {
    let drains = executor.claimForSender()
    defer { if drains { executor.runJobsForSender() } }
    switch tree.enter() {
    case .entered:
      defer { tree.leave() }
      change()
      didShare()
    case .inside:
      change()
      if !isProcessing { didShare() }
    case .occupied(let tree):
      change()
      tree.postpone { self.perform { self.countShared() } }
    }
  }

  private func didShare() {
    countShared()
    _ = processRound()
  }

  /// Counts a change of a shared value as an action.
  private func countShared() {
    guard !isEnded else { return }
    actionCount += 1
    reconcile()
    let cause = LiveEffect.current.flatMap { $0.node.tree === tree ? $0.origin.cause : nil } ?? 0
    let before = tree.presentSharedValues?.takeUncounted() ?? []
    if let monitor,
      !monitor.didShare(
        before, sharing: tree.shares, after: distance(to: cause), effectCount: tree.liveEffectCount)
    {
      end()
    }
  }
}

// MARK: - Sends between stores

extension StoreCore {
  /// Sends an action after the step of another store, whose reducer sends it while a third thread
  /// is inside this store.
  ///
  /// - Returns: The effects that the action will start.
  @inline(never)
  private func postpone(_ action: Action, until tree: NavigationTree) -> EffectGroup {
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
    enqueue(action, from: group)
    group.didProcessAction()
    _ = processRound()
  }
}

// MARK: - Observation

extension StoreCore {
  /// Adds an observer of the state after each round; it does not retain the observer.
  private func add(_ observer: Observer<State>) {
    withState { state in
      if isEnded { return observer.onEnd() }
      observer.onBegin(state)
      let observers = observers ?? StoreObservers(actionCount: actionCount)
      observers.add(observer)
      self.observers = observers
    }
  }

  /// Processes the queue, and publishes the state once at the end (R94).
  private func processQueueAndPublish() -> EffectGroup? {
    let group = processQueue()
    guard !isProcessing, let observers, observers.publishedActionCount != actionCount else {
      return group
    }
    observers.publishedActionCount = actionCount
    let calls = frame.perform { observers.publish(state) }
    if observers.isEmpty { self.observers = nil }
    tree.callLater(calls, with: dependencies)
    return group
  }
}

/// The error of an action from outside, or of a batch, that was rejected; nothing was changed.
package struct RefusedAction: Error, Hashable {
  /// The position of the rejected action in its batch, from 0.
  package let index: Int
  /// The missing target; `nil` if the monitor rejected the resulting state.
  package let target: MissingTarget?
}

extension ActionCause {
  /// Returns the cause of an action of a batch.
  fileprivate static func client(_ texts: [[UInt8]], at index: Int) -> Self {
    .client(text: index < texts.count ? texts[index] : [])
  }
}
