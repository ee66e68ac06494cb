import BackstackDependencies

/// The implementation behind a store: the engine of a root, or a scope of another store.
protocol StoreSource<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// The engine of the root.
  var engine: any StoreEngine { get }

  /// A way to observe the state that does not retain this object.
  var observation: Observation<State> { get }

  /// Where actions go instead of a reducer; `nil` if they are processed, or if their place in an action
  /// of the root is not known.
  var target: ActionTarget? { get }
  /// Whether the state can change.
  var motion: StateMotion { get }

  /// Reads the state between two actions.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result

  /// Reads a part of the state between two actions.
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value

  /// Processes an action and everything that it causes without waiting.
  ///
  /// - Returns: The effects that the action started; `nil` if there are none.
  func send(_ action: Action) -> EffectGroup?

  /// Processes an action, and everything that it causes without waiting, unless its target is
  /// missing.
  ///
  /// - Returns: The missing target; then nothing was changed.
  func sendIfReachable(_ action: Action) -> MissingTarget?
}

extension StoreSource {
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    withState { $0[keyPath: keyPath] }
  }
}

/// Whether the state of a store can change.
enum StateMotion {
  /// Each action may change it.
  case live
  /// It stays while a screen is evaluated, and what is read of it is noted.
  case noted
  /// It never changes.
  case still
}

/// The interface of a root's engine for its scoped stores and the features that are mounted in it,
/// independent of the type of its state.
protocol StoreEngine: AnyObject, Sendable {
  /// The features that are mounted in the store; their lock guards all of the engine.
  var tree: NavigationTree { get }
  /// The executor of the store's effects.
  var executor: StoreExecutor { get }
  /// The dependencies of the store's root.
  var dependencies: DependencyValues { get }
  /// The number of processed actions; read under the lock of ``tree``.
  var actionCount: Int { get }
  /// The ``StoreMonitor/time``; 0 without a monitor.
  var time: Double { get }
  /// Whether the store has stopped processing actions; read under the lock of ``tree``.
  var isEnded: Bool { get }

  /// Sends the action that dismisses the nearest presentation around a node, at most once.
  func dismiss(_ node: NavigationNode)

  /// Tells the monitor that what an operator presented has left the state.
  func didUnmount(_ presented: NavigationNode.Presenter)

  /// Runs `body` under the lock, then processes the actions that it enqueued.
  func step(_ body: () -> Void)

  /// Whether a monitor watches the store.
  var isHosted: Bool { get }
  /// Whether a test examines the store.
  var isRecorded: Bool { get }

  /// Changes a shared value outside of the store's reducers, and counts that as an action.
  func share(_ change: () -> Void)

  /// Cancels all effects in flight, and stops processing actions.
  func end()
}
