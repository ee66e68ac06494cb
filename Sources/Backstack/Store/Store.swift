import BackstackDependencies
import BackstackLocking

/// The run time of a feature: its state, the reducer that changes it, the effects in flight.
///
/// Actions may be sent from any thread or task; the store processes them one at a time.
/// What a `send` causes without waiting for anything, it has caused when it returns: the effects
/// start on the sending thread.
///
/// A store is the root of a feature, or a view on a part of another store, made by
/// `scope(state:action:)`.
@dynamicMemberLookup
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// What is behind the store: the machinery of a root, or a scope of another store.
  let core: AnyStoreCore<State, Action>
  /// The machinery, in the store of a root: a call that names its class is specialized to the feature
  /// where an overridden method can't be, which makes a small action twice as fast.
  // Sound to be unmanaged: `core` is the same. Counting a reference to it takes a tenth of an action.
  private let root: Unmanaged<StoreCore<State, Action>>?
  /// The scoped stores of this one that somebody holds.
  let children = Guarded(ScopeCache())

  /// A store of a feature.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from; evaluated with the store's dependencies.
  ///   - reducer: The feature's reducer.
  ///   - prepareDependencies: Overrides dependencies for the store's life.
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

  init(scope: AnyStoreCore<State, Action>) {
    core = scope
    root = nil
  }

  /// A store whose effects run on worker threads, so that `send` returns without them.
  ///
  /// A client's actions are those of ``sendAlone(_:)`` and ``sendTogether(_:)``; for the monitor all
  /// others are of effects.
  ///
  /// - Throws: What `initialState` throws.
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
  /// From within the store's own reducer the action is processed afterwards, and an issue is
  /// reported. A scoped store embeds the action and sends it to the root, also when its state
  /// has vanished: the operator there reports an issue then.
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
  /// In a scoped store whose state has vanished it reads the last value that was read through the
  /// store.
  ///
  /// - Precondition: It is not the store's own reducer that asks.
  public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if let root { return try root.takeUnretainedValue().withState(body) }
    return try core.withState(body)
  }

  /// A copy of the state.
  public var state: State { withState { $0 } }

  /// A copy of a part of the state: `store.count`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    withState { $0[keyPath: keyPath] }
  }

  /// How many effects are in flight: in a scoped store too those of the whole root.
  public var effectCount: Int {
    let tree = tree
    return tree.withLock { tree.liveEffectCount }
  }

  /// How many actions were processed, those of effects included: in a scoped store too those of the
  /// whole root.
  public var actionCount: Int {
    let host = core.host
    return host.tree.withLock { host.actionCount }
  }

  /// What is presented in the root. Of a root it is known without looking for the host.
  private var tree: NavigationTree {
    if let root { return root._withUnsafeGuaranteedRef { $0.tree } }
    return core.host.tree
  }

  // MARK: Hosting

  /// Runs `body` with no other thread sending meanwhile.
  package func withExclusiveAccess<Result>(_ body: () throws -> Result) rethrows -> Result {
    try tree.withLock(body)
  }

  /// Sends an action unless what it is addressed to is not in the state.
  ///
  /// - Returns: The target that is missing; then nothing was changed.
  package func sendIfReachable(_ action: Action) -> MissingTarget? {
    if let root { return root.takeUnretainedValue().sendIfReachable(action) }
    return core.sendIfReachable(action)
  }

  /// Sends an action of a client, unless what it is addressed to is not in the state, or the monitor does
  /// not admit the state that it leads to.
  ///
  /// - Throws: ``RefusedAction``; then nothing was changed, unless the store has ended because that could
  ///   not be done.
  /// - Precondition: The store is not scoped.
  package func sendAlone(_ action: Action) throws(RefusedAction) {
    guard let root else { preconditionFailure("Actions of clients are sent to a root.") }
    try root.takeUnretainedValue().sendAlone(action)
  }

  /// Sends actions in order as one step, unless what one of them is addressed to is not in the state
  /// when its turn comes, or the monitor does not admit the state that they lead to.
  ///
  /// No effect begins, and none is cancelled, before the last action was processed.
  ///
  /// - Parameter isValid: Looks at the state that the actions led to, and says whether it may stay.
  /// - Returns: The effects that each action started; `nil` when the state may not stay: then nothing
  ///   was changed.
  /// - Throws: ``RefusedAction``; then nothing was changed.
  /// - Precondition: The store is not scoped.
  /// - Complexity: O(size of the state) besides the actions, as the state before is kept meanwhile.
  package func sendTogether(
    _ actions: [Action], if isValid: (State) -> Bool
  ) throws(RefusedAction) -> [StoreTask]? {
    guard let root else { preconditionFailure("Actions are sent together to a root.") }
    return try root.takeUnretainedValue().sendTogether(actions, if: isValid)?
      .map { StoreTask(group: $0) }
  }

  /// Sends actions in order as one step that leads to whatever state.
  ///
  /// - Returns: The effects that each action started.
  /// - Throws: ``RefusedAction``; then nothing was changed.
  /// - Precondition: The store is not scoped.
  /// - Complexity: O(size of the state) besides the actions, as the state before is kept meanwhile.
  package func sendTogether(_ actions: [Action]) throws(RefusedAction) -> [StoreTask] {
    try sendTogether(actions) { _ in true } ?? []
  }

  /// Puts another state in the place of the present one, as one step: what it does not present is torn
  /// down, with its effects.
  ///
  /// - Precondition: The store is not scoped.
  package func replaceState(_ state: State) {
    guard let root else { preconditionFailure("The state of a root is replaced.") }
    root.takeUnretainedValue().replaceState(state)
  }

  /// Whether the effects in flight have ended or wait for something.
  package var isSettled: Bool {
    defer { withExtendedLifetime(self) {} }
    if let root { return root._withUnsafeGuaranteedRef { $0.executor.isIdle } }
    return core.host.executor.isIdle
  }

  /// Calls back once the effects in flight have ended or wait for something, or once they have run
  /// `patience` times in between.
  ///
  /// - Returns: `false`, without a call, when that is so now.
  package func whenSettled(
    patience: Int, _ callback: @escaping @Sendable () -> Void
  ) -> Bool {
    core.host.executor.whenIdle(patience: patience, callback)
  }

  /// Waits until the effects in flight have ended or wait for something.
  package func settle() async {
    await withCheckedContinuation { continuation in
      if !whenSettled(patience: .max, { continuation.resume() }) { continuation.resume() }
    }
  }

  /// Runs `operation` with the store's dependencies: what it decodes gets the store's ids.
  package func withDependencies<Result>(_ operation: () throws -> Result) rethrows -> Result {
    var values = core.host.dependencies
    // It is no step of the store: what it mounted there would be torn down with none around.
    values.place = nil
    // Of its own: the store's own frame may be in use on another thread.
    return try DependencyFrame(values: values).perform(operation)
  }

  /// Cancels all effects in flight; no action is processed any more.
  package func end() { core.host.end() }

  /// Whether the store processes no action any more.
  package var isEnded: Bool {
    defer { withExtendedLifetime(self) {} }
    if let root {
      return root._withUnsafeGuaranteedRef { root in root.tree.withLock { root.isEnded } }
    }
    let host = core.host
    return host.tree.withLock { host.isEnded }
  }
}

/// The store of a feature, by the name of its reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
