import BackstackDependencies
import BackstackPlatform
import Synchronization

/// The features that are mounted in one store, and their effects in flight.
///
/// All properties but ``sleeps`` and ``sharedValues`` are accessed inside of ``withLock(_:)``.
final class NavigationTree: @unchecked Sendable {
  // Sound: guarded by `lock`; no access outlasts a statement.

  private let lock = StoreLock()
  /// The engine of the store; `nil` once the store is deallocated. Set once, before any effect
  /// starts.
  weak var engine: (any StoreEngine)? { didSet { presentSharedValues?.engine = engine } }
  /// The number of effects in flight.
  var liveEffectCount = 0
  private var startedEffectCount = 0
  /// The sleeps of effects, with a lock of their own: no task that sleeps waits for a reducer.
  let sleeps = Guarded(EffectSleeps())
  /// Whether an action is being processed.
  private(set) var isStepping = false
  /// The nodes and slots that were unmounted in the current step; their reducers may still be
  /// running.
  private var unmountedInStep: [AnyObject] = []
  /// The features that left the state during the current transaction; `nil` outside of a
  /// transaction.
  private var departed: [DepartedFeature]?
  /// The deferred callbacks, which run once the lock is released; `nil` while there are none.
  private var deferred: DeferredCallbacks?
  /// The route of the current action.
  var route = ActionRoute()
  /// Whether the thread that releases the lock has to run the deferred callbacks.
  private var hasDeferredCallbacks = false
  /// The address of the shared values, once the store has one; 0 before. To read an
  /// `AtomicLazyReference` takes five hundred instructions.
  private let shared = Atomic<UInt>(0)

  /// Runs `body` under the lock; a thread that holds it already doesn't acquire it again.
  ///
  /// Cancellation handlers and observers may take locks themselves, those of other stores among
  /// them, so they are deferred until the lock is released.
  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
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
        return tree.deferred?.postponed.isEmpty != false && lock.enterIfFree()
          ? .entered : .occupied(by: tree)
      }
    }
    lock.enter()
    return .entered
  }

  /// Releases the lock that ``enter()`` acquired.
  func leave() {
    let owes = hasDeferredCallbacks
    lock.leave()
    if owes { runDeferredCallbacks() }
  }

  /// Defers a send, after those deferred before it, until the lock is released.
  func postpone(_ send: @escaping () -> Void) {
    deferCallbacks { $0.postponed.append(send) }
  }

  /// Adds deferred callbacks, to run once the lock is released.
  private func deferCallbacks<Result>(_ add: (DeferredCallbacks) -> Result) -> Result {
    let deferred = deferred ?? DeferredCallbacks()
    self.deferred = deferred
    hasDeferredCallbacks = true
    return add(deferred)
  }

  /// Frees the memory for deferred callbacks when there are none.
  private func discardDeferredCallbacks() {
    if deferred?.isEmpty == true { deferred = nil }
  }

  /// Runs the deferred callbacks.
  @inline(never)
  private func runDeferredCallbacks() {
    var tasks: [Task<Void, Never>] = []
    var sends: [() -> Void] = []
    let isCalling = lock.withLock {
      hasDeferredCallbacks = false
      guard let deferred else { return false }
      swap(&tasks, &deferred.cancelled)
      swap(&sends, &deferred.postponed)
      defer { discardDeferredCallbacks() }
      return deferred.calls.begin()
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
    defer { discardDeferredCallbacks() }
    return deferred?.calls.next()
  }

  /// Defers calls of observers until the lock is released.
  func callLater(_ calls: [ObserverCalls.Entry], with dependencies: DependencyValues) {
    guard !calls.isEmpty else { return }
    var values = dependencies
    values.owner = nil
    let replaced = deferCallbacks { $0.calls.append(calls, with: values) }
    withExtendedLifetime(replaced) {}
  }

  /// Whether the calling thread runs a reducer of the store.
  var isStepOfCurrentThread: Bool { lock.isHeldByCurrentThread && isStepping }

  /// The shared values of the store; `nil` if it never had one.
  var presentSharedValues: SharedValues? {
    // Sound: the address is that of an object that ``sharedValues`` has retained until `deinit`.
    UnsafeRawPointer(bitPattern: shared.load(ordering: .acquiring)).map {
      Unmanaged<SharedValues>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The shared values of the store.
  var sharedValues: SharedValues {
    if let presentSharedValues { return presentSharedValues }
    let values = Unmanaged.passRetained(SharedValues(engine: engine))
    let address = UInt(bitPattern: values.toOpaque())
    let (isFirst, _) = shared.compareExchange(
      expected: 0, desired: address, ordering: .acquiringAndReleasing)
    if isFirst { return values.takeUnretainedValue() }
    // Another thread was faster.
    values.release()
    return presentSharedValues!
  }

  deinit {
    let address = shared.load(ordering: .acquiring)
    // Sound: see ``presentSharedValues``.
    if let values = UnsafeRawPointer(bitPattern: address) {
      Unmanaged<SharedValues>.fromOpaque(values).takeRetainedValue().end()
    }
  }

  /// The shared values of the store, without making the object that has them.
  var shares: SharedAccess { SharedAccess(tree: .passUnretained(self)) }

  /// Returns the number of a new effect: the next one of the store.
  func takeEffectNumber() -> Int {
    startedEffectCount += 1
    return startedEffectCount
  }

  /// Marks the start of a step, which processes actions.
  func beginStep() { isStepping = true }

  /// Marks the end of a step.
  func endStep() {
    isStepping = false
    releaseUnmounted()
  }

  /// Releases what was unmounted, between one reducer and the next.
  func releaseUnmounted() {
    if !unmountedInStep.isEmpty { unmountedInStep = [] }
  }

  /// Retains an unmounted node and its slots until the reducers of the current action have
  /// returned: they may be using them.
  func keepUntilStepEnds(_ node: NavigationNode, _ slots: [NavigationSlot]) {
    guard isStepping else { return }
    unmountedInStep.append(node)
    unmountedInStep += slots as [AnyObject]
  }

  // MARK: Transactions

  /// Whether a transaction is in progress: then features that leave the state are unmounted only at
  /// its commit.
  var isInTransaction: Bool { departed != nil }

  /// Begins a transaction.
  func beginTransaction() {
    departed = []
    presentSharedValues?.beginTransaction()
  }

  /// Keeps a feature that has left the state until the transaction commits or rolls back.
  func deferUnmount(_ feature: DepartedFeature) { departed?.append(feature) }

  /// Commits the transaction: unmounts the features that left the state.
  func commitTransaction() {
    let features = departed ?? []
    departed = nil
    presentSharedValues?.commitTransaction()
    for feature in features { feature.node.unmount() }
  }

  /// Rolls the transaction back: mounts again the features that left the state.
  func rollBackTransaction() {
    let features = departed ?? []
    departed = nil
    presentSharedValues?.rollBackTransaction()
    for feature in features.reversed() { feature.mount() }
  }

  /// Cancels a task once the lock is released.
  func cancelLater(_ task: Task<Void, Never>) {
    deferCallbacks { $0.cancelled.append(task) }
  }
}

/// A feature that left the state during a transaction.
struct DepartedFeature {
  let node: NavigationNode
  /// A function that puts the feature back into its slot.
  let mount: () -> Void
}

/// The deferred callbacks of a store: user code that may take locks.
final class DeferredCallbacks {
  /// The tasks of cancelled effects, whose own cancellation is deferred.
  var cancelled: [Task<Void, Never>] = []
  /// The pending calls of observers.
  var calls = ObserverCalls()
  /// The sends of the store's reducers to stores whose lock was held by another thread.
  var postponed: [() -> Void] = []

  var isEmpty: Bool { cancelled.isEmpty && calls.isEmpty && postponed.isEmpty }
}
