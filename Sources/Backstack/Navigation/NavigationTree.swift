import BackstackDependencies

/// The features that are mounted in one store, and their effects in flight.
///
/// All properties are accessed inside of ``withLock(_:)``.
final class NavigationTree: @unchecked Sendable {
  // Sound: guarded by `lock`; no access outlasts a statement.

  private let lock = StoreLock()
  /// The engine of the store; `nil` once the store is deallocated.
  weak var engine: (any StoreEngine)?
  /// The number of effects in flight.
  @exclusivity(unchecked) var liveEffectCount = 0
  /// Whether an action is being processed.
  @exclusivity(unchecked) private(set) var isStepping = false
  /// The nodes and slots that were unmounted in the current step; their reducers may still be
  /// running.
  @exclusivity(unchecked) private var retired: [AnyObject] = []
  /// The features that left the state during the current transaction; `nil` outside of a
  /// transaction.
  @exclusivity(unchecked) private var aside: [AsideFeature]?
  /// The deferred callbacks, which run once the lock is released; `nil` while there are none.
  @exclusivity(unchecked) private var foreign: ForeignCode?
  /// How far the current action has come.
  @exclusivity(unchecked) var route = ActionRoute()
  /// Whether the thread that releases the lock has to run the deferred callbacks.
  @exclusivity(unchecked) private var owesCalls = false

  /// Runs `body` under the lock; a thread that holds it already doesn't acquire it again.
  ///
  /// Cancellation handlers and observers may take locks themselves, those of other stores among
  /// them, so they are deferred until the lock is released.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if lock.isHeldByCurrentThread { return try body() }
    lock.enter()
    defer { leave() }
    return try body()
  }

  /// The outcome of a thread's attempt to enter the store.
  enum Entry {
    /// The lock was free; the thread holds it until ``leave()``.
    case entered
    /// The thread holds the lock already.
    case inside
    /// Another thread holds the lock, and may be waiting for the store whose reducer is running on
    /// this one.
    case occupied(by: NavigationTree)
  }

  /// Acquires the lock. Waits for it unless this thread runs a reducer of another store: two stores
  /// whose reducers send to each other would deadlock.
  func enter() -> Entry {
    if lock.isHeldByCurrentThread { return .inside }
    if let step = FeatureStep.current {
      let tree = step.withNode { $0.tree }
      if tree.lock.isHeldByCurrentThread {
        // Actions are processed in the order in which the reducer sent them.
        return tree.foreign?.postponed.isEmpty != false && lock.enterIfFree()
          ? .entered : .occupied(by: tree)
      }
    }
    lock.enter()
    return .entered
  }

  /// Releases the lock that ``enter()`` acquired.
  func leave() {
    let owes = owesCalls
    lock.leave()
    if owes { callForeignCode() }
  }

  /// Defers a send, after those deferred before it, until the lock is released.
  func postpone(_ send: @escaping () -> Void) {
    oweCalls { $0.postponed.append(send) }
  }

  /// Adds deferred callbacks, to run once the lock is released.
  private func oweCalls<Result>(_ add: (ForeignCode) -> Result) -> Result {
    let foreign = foreign ?? ForeignCode()
    self.foreign = foreign
    owesCalls = true
    return add(foreign)
  }

  /// Frees the memory for deferred callbacks when there are none.
  private func forgetForeignCode() {
    if foreign?.isEmpty == true { foreign = nil }
  }

  /// Runs the deferred callbacks.
  @inline(never)
  private func callForeignCode() {
    var tasks: [Task<Void, Never>] = []
    var sends: [() -> Void] = []
    let isCalling = lock.withLock {
      owesCalls = false
      guard let foreign else { return false }
      swap(&tasks, &foreign.cancelled)
      swap(&sends, &foreign.postponed)
      defer { forgetForeignCode() }
      return foreign.calls.begin()
    }
    for task in tasks { task.cancel() }
    for send in sends { send() }
    if isCalling { callObservers() }
  }

  /// Makes the observers' calls in order, with no other thread making any, until none is left.
  private func callObservers() {
    while let (call, values) = lock.withLock(nextCall) {
      // A separate frame: this thread may be in a step of another store, and another thread may be
      // in a step of this store.
      DependencyFrame(values: values).perform(call)
    }
  }

  private func nextCall() -> (make: () -> Void, values: DependencyValues)? {
    defer { forgetForeignCode() }
    return foreign?.calls.next()
  }

  /// Defers calls of observers until the lock is released.
  func callLater(_ calls: [ObserverCalls.Entry], with dependencies: DependencyValues) {
    guard !calls.isEmpty else { return }
    var values = dependencies
    values.place = nil
    let replaced = oweCalls { $0.calls.append(calls, with: values) }
    withExtendedLifetime(replaced) {}
  }

  /// Marks the start of a step, which processes actions.
  func beginStep() { isStepping = true }

  /// Marks the end of a step.
  func endStep() {
    isStepping = false
    releaseRetired()
  }

  /// Releases what was unmounted, between one reducer and the next.
  func releaseRetired() {
    if !retired.isEmpty { retired = [] }
  }

  /// Retains an unmounted node and its slots until the reducers of the current action have
  /// returned: they may be using them.
  func retire(_ node: NavigationNode, _ slots: [NavigationSlot]) {
    guard isStepping else { return }
    retired.append(node)
    retired += slots as [AnyObject]
  }

  // MARK: Transactions

  /// Whether a transaction is in progress: then features that leave the state are unmounted only at
  /// its commit.
  var isTentative: Bool { aside != nil }

  /// Begins a transaction.
  func beginTentative() { aside = [] }

  /// Keeps a feature that has left the state until the transaction commits or rolls back.
  func putAside(_ feature: AsideFeature) { aside?.append(feature) }

  /// Commits the transaction: unmounts the features that left the state.
  func keepTentative() {
    let features = aside ?? []
    aside = nil
    for feature in features { feature.node.tearDown() }
  }

  /// Rolls the transaction back: mounts again the features that left the state.
  func takeBackTentative() {
    let features = aside ?? []
    aside = nil
    for feature in features.reversed() { feature.mount() }
  }

  /// Cancels a task once the lock is released.
  func cancelLater(_ task: Task<Void, Never>) {
    oweCalls { $0.cancelled.append(task) }
  }
}

/// A feature that left the state during a transaction.
struct AsideFeature {
  let node: NavigationNode
  /// Puts the feature back into its slot.
  let mount: () -> Void
}

/// The interface of a store for the features that are mounted in it.
protocol StoreEngine: AnyObject, Sendable {
  /// The executor of the store's effects.
  var executor: StoreExecutor { get }

  /// Sends the action that dismisses the nearest presentation around a node, at most once.
  func dismiss(_ node: NavigationNode)

  /// Runs `body` under the lock, then processes the actions that it enqueued.
  func step(_ body: () -> Void)
}
