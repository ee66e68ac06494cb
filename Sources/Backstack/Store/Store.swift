// Not a package import: the compiler would then specialize no code of this module that uses the
// dependencies where features are compiled, and an action would take a quarter longer.
import BackstackDependencies
import BackstackPlatform

/// The run time of a feature: its state, its reducer and its effects in flight.
///
/// Any thread or task can send actions; the store processes them one at a time. Effects start on
/// the sending thread: `send` returns once everything is done that the action causes without
/// waiting.
///
/// A store is either the root of a feature, or a view of a part of another store that
/// `scope(state:action:)` creates.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// The implementation behind the store: the engine of a root, or a scope of another store.
  let core: any StoreSource<State, Action>
  /// The engine, in the store of a root. A call through the concrete class is specialized for the
  /// feature, which a call through the protocol can't be: that would take a fifth more time.
  // Sound to be unmanaged: `core` retains the same object. Reference counting would take a tenth of
  // an action's time.
  private let root: Unmanaged<StoreCore<State, Action>>?
  /// The live scoped stores of this one.
  let children = Guarded(ScopeCache())

  /// Creates a store of a feature.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from; evaluated with the store's dependencies.
  ///   - reducer: The feature's reducer.
  ///   - prepareDependencies: Overrides dependencies for the lifetime of the store.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      core: StoreCore(
        initialState: initialState, reducer: reducer, drain: .sender,
        prepareDependencies: prepareDependencies))
  }

  private init(core: StoreCore<State, Action>) {
    self.core = core
    root = .passUnretained(core)
  }

  init(scope: some StoreSource<State, Action>) {
    core = scope
    root = nil
  }

  /// Creates a store whose effects run on worker threads, so that `send` doesn't wait for them.
  ///
  /// The monitor attributes the actions of ``send(_:as:)`` to their cause, those of ``sendBatch(_:)``
  /// to a client, and all others to effects.
  ///
  /// - Throws: The error that `initialState` throws.
  package static func hosted<R: Reducer<State, Action>>(
    initialState: () throws -> State,
    reducer: () -> R,
    monitor: (any StoreMonitor<State, Action>)? = nil,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) rethrows -> Store {
    let core = try StoreCore(
      initialState: initialState, reducer: reducer, drain: .worker, monitor: monitor,
      prepareDependencies: prepareDependencies)
    return Store(core: core)
  }

  /// Processes an action and everything that it causes without waiting.
  ///
  /// If the store's own reducer calls this, the action is processed afterwards and an issue is
  /// reported. A scoped store embeds the action and sends it to the root. It does so even if its
  /// state no longer exists; then the operator reports an issue.
  ///
  /// - Returns: The effects that the action started.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    if let root {
      defer { withExtendedLifetime(self) {} }
      return StoreTask(group: root._withUnsafeGuaranteedRef { $0.send(action) })
    }
    return StoreTask(group: core.send(action))
  }

  /// Reads the state between two actions.
  ///
  /// A scoped store whose state no longer exists passes the last value that was read through it.
  ///
  /// - Precondition: The store's own reducer is not running on this thread.
  public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if let root { return try root.takeUnretainedValue().withState(body) }
    return try core.withState(body)
  }

  /// A copy of the state.
  public var state: State { withState { $0 } }

  /// A copy of a part of the state: `store.count`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    if let root { return root.takeUnretainedValue().withState { $0[keyPath: keyPath] } }
    return core.read(keyPath)
  }

  /// The number of effects in flight; a scoped store counts those of the whole root.
  public var effectCount: Int {
    let tree = tree
    return tree.withLock { tree.liveEffectCount }
  }

  /// The number of processed actions, including those of effects; a scoped store counts those of
  /// the whole root.
  public var actionCount: Int {
    let engine = core.engine
    return engine.tree.withLock { engine.actionCount }
  }

  /// The navigation tree of the root. A root finds it without asking `core`.
  private var tree: NavigationTree {
    if let root { return root._withUnsafeGuaranteedRef { $0.tree } }
    return core.engine.tree
  }

  // MARK: Hosting

  /// The effects in flight, in the order in which they started.
  ///
  /// - Precondition: The store is not scoped.
  /// - Complexity: O(*n* log *n*), where *n* is the number of mounted features and of effects.
  package var effectsInFlight: [EffectInFlight<Action>] {
    guard let root else { preconditionFailure("A scoped store was asked for its effects.") }
    return root.takeUnretainedValue().effectsInFlight
  }

  /// The tasks of the effects in flight.
  ///
  /// - Precondition: The store is not scoped.
  /// - Complexity: As that of ``effectsInFlight``.
  package var tasks: [StoreTask] {
    guard let root else { preconditionFailure("A scoped store was asked for its effects.") }
    return root.takeUnretainedValue().tasks
  }

  /// Runs `body` while no other thread can send.
  package func withExclusiveAccess<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try tree.withLock(body)
  }

  /// The shared values of the store, for code that holds its lock.
  package var shares: SharedAccess { tree.shares }

  /// Sends an action unless its target is missing from the state.
  ///
  /// - Returns: The missing target; then nothing was changed.
  package func sendIfReachable(_ action: Action) -> MissingTarget? {
    if let root { return root.takeUnretainedValue().sendIfReachable(action) }
    return core.sendIfReachable(action)
  }

  /// Sends an action from outside, unless its target is missing from the state or the monitor
  /// rejects the resulting state.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cause: Its sender, for the monitor.
  ///   - trace: The trace that it belongs to, and its effects with their actions.
  /// - Throws: ``RefusedAction``; then nothing was changed. If the change can't be undone, the
  ///   store ends.
  /// - Precondition: The store is not scoped.
  package func send(
    _ action: Action, as cause: ActionCause, in trace: TraceContext? = nil
  ) throws(RefusedAction) {
    guard let root else { preconditionFailure("An action from outside went to a scoped store.") }
    defer { withExtendedLifetime(self) {} }
    let refusal = root._withUnsafeGuaranteedRef { $0.send(action, as: cause, in: trace) }
    if let refusal { throw refusal }
  }

  /// Sends a batch of actions in order as one transaction. The transaction rolls back if an
  /// action's target is missing from the state when its turn comes, or if the monitor rejects the
  /// resulting state.
  ///
  /// Effects start, and are cancelled, only after the last action was processed.
  ///
  /// - Parameters:
  ///   - texts: The forms in which the program received the actions, for the monitor; empty if there
  ///     are none.
  ///   - trace: The trace that they belong to, and their effects with their actions.
  ///   - isValid: Returns whether the resulting state is acceptable.
  /// - Returns: The effects that each action started; `nil` if `isValid` returned `false`: then
  ///   nothing was changed.
  /// - Throws: ``RefusedAction``; then nothing was changed.
  /// - Precondition: The store is not scoped.
  /// - Complexity: O(size of the state) in addition to the actions, because the previous state is
  ///   kept until the end.
  package func sendBatch(
    _ actions: [Action], texts: [[UInt8]] = [], in trace: TraceContext? = nil,
    if isValid: (State) -> Bool
  ) throws(RefusedAction) -> [StoreTask]? {
    guard let root else { preconditionFailure("A batch of actions was sent to a scoped store.") }
    return try root.takeUnretainedValue().sendBatch(
      actions, texts: texts, in: trace, if: isValid)?
      .map { StoreTask(group: $0) }
  }

  /// Sends a batch of actions in order as one transaction, without a condition on the resulting
  /// state.
  ///
  /// - Returns: The effects that each action started.
  /// - Throws: ``RefusedAction``; then nothing was changed.
  /// - Precondition: The store is not scoped.
  /// - Complexity: O(size of the state) in addition to the actions, because the previous state is
  ///   kept until the end.
  package func sendBatch(_ actions: [Action]) throws(RefusedAction) -> [StoreTask] {
    try sendBatch(actions) { _ in true } ?? []
  }

  /// Replaces the state in one step, and unmounts the features that the new state does not present.
  ///
  /// - Parameter state: The new state; `nil` to keep the present one, and only count a change.
  /// - Parameter didReplace: Called under the store's lock with the number of effects that are left,
  ///   before the monitor is notified of the end of the round.
  /// - Precondition: The store is not scoped.
  package func replaceState(
    _ state: DecodedState<State>?, didReplace: (_ effectCount: Int) -> Void = { _ in }
  ) {
    guard let root else { preconditionFailure("The state of a scoped store was replaced.") }
    root.takeUnretainedValue().replaceState(state, didReplace: didReplace)
  }

  /// Starts again a durable effect that was pending in a store that has ended.
  ///
  /// - Precondition: The store is not scoped.
  package func restart(durableEffect id: String, _ action: Action) {
    guard let root else { preconditionFailure("A durable effect was restarted in a scoped store.") }
    root.takeUnretainedValue().restart(durableEffect: id, action)
  }

  /// Whether each effect in flight has ended or waits for something.
  package var isSettled: Bool {
    defer { withExtendedLifetime(self) {} }
    if let root { return root._withUnsafeGuaranteedRef { $0.executor.isIdle } }
    return core.engine.executor.isIdle
  }

  /// Calls back once each effect in flight has ended or waits for something, or once effects have
  /// run `patience` more jobs.
  ///
  /// - Returns: `false` if the store is settled already; then `callback` is not called.
  package func whenSettled(
    patience: Int, _ callback: @escaping @Sendable () -> Void
  ) -> Bool {
    core.engine.executor.whenIdle(patience: patience, callback)
  }

  /// Waits until each effect in flight has ended or waits for something.
  package func settle() async {
    await withCheckedContinuation { continuation in
      if !whenSettled(patience: .max, { continuation.resume() }) { continuation.resume() }
    }
  }

  /// Runs `operation` with the store's dependencies, so that decoded elements get ids from the
  /// store's generator.
  package func withDependencies<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var values = root?._withUnsafeGuaranteedRef { $0.dependencies } ?? core.engine.dependencies
    // This is not a step of the store, so nothing would unmount a feature that is mounted here.
    values.owner = nil
    // A separate frame: the store's own may be in use on another thread.
    return try DependencyFrame(values: values).perform(operation)
  }

  /// Cancels all effects in flight, and stops processing actions.
  package func end() { core.engine.end() }

  /// Whether the store has stopped processing actions.
  package var isEnded: Bool {
    defer { withExtendedLifetime(self) {} }
    if let root {
      return root._withUnsafeGuaranteedRef { root in root.tree.withLock { root.isEnded } }
    }
    let engine = core.engine
    return engine.tree.withLock { engine.isEnded }
  }
}

/// The store of a feature, by the name of its reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
