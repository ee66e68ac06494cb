import BackstackDependencies

/// What one store knows of the features that are mounted in it and of their effects in flight.
///
/// Everything in it is read and changed inside of ``withLock(_:)``.
final class NavigationTree: @unchecked Sendable {
  // Sound: guarded by `lock`; no access lasts.

  private let lock = StoreLock()
  /// The engine of the store; gone when the store is.
  weak var engine: (any StoreEngine)?
  /// How many effects are in flight.
  @exclusivity(unchecked) var liveEffectCount = 0
  /// Whether an action is being processed.
  @exclusivity(unchecked) private(set) var isStepping = false
  /// What was torn down in the present step, whose reducers may still be running.
  @exclusivity(unchecked) private var retired: [AnyObject] = []
  /// What steps that may still be taken back have put aside; `nil` outside of such steps.
  @exclusivity(unchecked) private var aside: [AsideFeature]?
  /// Foreign code that is to be called when the lock is free; `nil` while there is none.
  @exclusivity(unchecked) private var foreign: ForeignCode?
  /// How far the action that is processed has come.
  @exclusivity(unchecked) var route = ActionRoute()
  /// Whether it is up to who leaves to call it.
  @exclusivity(unchecked) private var owesCalls = false

  /// Runs `body` alone; a thread that is inside already passes through.
  ///
  /// Cancellation handlers and observers are foreign code that may take locks of its own, those of
  /// other stores among them, so they run afterwards.
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    if lock.isHeldByCurrentThread { return try body() }
    lock.enter()
    defer { leave() }
    return try body()
  }

  /// How a thread that wants to send finds the store.
  enum Entry {
    /// It was free, and the thread is inside until ``leave()``.
    case entered
    /// The thread is inside already.
    case inside
    /// Another thread is inside, which may wait for the store whose reducer is running on this one.
    case occupied(by: NavigationTree)
  }

  /// Goes inside; waits for that unless this thread runs a reducer of another store: two stores whose
  /// reducers send to each other would wait for ever.
  func enter() -> Entry {
    if lock.isHeldByCurrentThread { return .inside }
    if let step = FeatureStep.current {
      let tree = step.withNode { $0.tree }
      if tree.lock.isHeldByCurrentThread {
        // What was sent before this is processed before this.
        return tree.foreign?.postponed.isEmpty != false && lock.enterIfFree()
          ? .entered : .occupied(by: tree)
      }
    }
    lock.enter()
    return .entered
  }

  /// Ends what ``enter()`` began.
  func leave() {
    let owes = owesCalls
    lock.leave()
    if owes { callForeignCode() }
  }

  /// Has something done, after what was put off before it, when the lock is free.
  func postpone(_ send: @escaping () -> Void) {
    oweCalls { $0.postponed.append(send) }
  }

  /// Adds foreign code to what is to be called when the lock is free.
  private func oweCalls<Result>(_ add: (ForeignCode) -> Result) -> Result {
    let foreign = foreign ?? ForeignCode()
    self.foreign = foreign
    owesCalls = true
    return add(foreign)
  }

  /// Lets go of the memory for foreign code when there is none.
  private func forgetForeignCode() {
    if foreign?.isEmpty == true { foreign = nil }
  }

  /// Does what was put off until the lock is free.
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

  /// Makes calls in order, this thread alone, until none is left.
  private func callObservers() {
    while let (call, values) = lock.withLock(nextCall) {
      // A frame of its own: this thread may be in a step of another store, and another thread may be
      // in one of this store.
      DependencyFrame(values: values).perform(call)
    }
  }

  private func nextCall() -> (make: () -> Void, values: DependencyValues)? {
    defer { forgetForeignCode() }
    return foreign?.calls.next()
  }

  /// Has observers called once the lock is free.
  func callLater(_ calls: [ObserverCalls.Entry], with dependencies: DependencyValues) {
    guard !calls.isEmpty else { return }
    var values = dependencies
    values.place = nil
    let replaced = oweCalls { $0.calls.append(calls, with: values) }
    withExtendedLifetime(replaced) {}
  }

  /// Notes that actions are processed from here on.
  func beginStep() { isStepping = true }

  /// Ends what ``beginStep()`` began.
  func endStep() {
    isStepping = false
    releaseRetired()
  }

  /// Lets go of what was torn down, between one reducer and the next.
  func releaseRetired() {
    if !retired.isEmpty { retired = [] }
  }

  /// Keeps a node that is torn down, and its slots, until the reducers of the present action have
  /// returned: they may be in use.
  func retire(_ node: NavigationNode, _ slots: [NavigationSlot]) {
    guard isStepping else { return }
    retired.append(node)
    retired += slots as [AnyObject]
  }

  // MARK: Steps that may be taken back

  /// Whether the present step may still be taken back: features that leave the state are put aside.
  var isTentative: Bool { aside != nil }

  /// Begins a step that may be taken back.
  func beginTentative() { aside = [] }

  /// Keeps a feature that has left the state, until the step is kept or taken back.
  func putAside(_ feature: AsideFeature) { aside?.append(feature) }

  /// Tears down what was put aside: the step stays.
  func keepTentative() {
    let features = aside ?? []
    aside = nil
    for feature in features { feature.node.tearDown() }
  }

  /// Mounts what was put aside again: the step has not happened.
  func takeBackTentative() {
    let features = aside ?? []
    aside = nil
    for feature in features.reversed() { feature.mount() }
  }

  /// Has a task cancelled once the lock is free.
  func cancelLater(_ task: Task<Void, Never>) {
    oweCalls { $0.cancelled.append(task) }
  }
}

/// A feature that left the state in a step that may still be taken back.
struct AsideFeature {
  let node: NavigationNode
  /// Gives the slot the feature back.
  let mount: () -> Void
}

/// What a feature asks of the store that it is mounted in.
protocol StoreEngine: AnyObject, Sendable {
  /// Where the store's effects run.
  var executor: StoreExecutor { get }

  /// Sends the action that dismisses the nearest presentation around a node, once.
  func dismiss(_ node: NavigationNode)

  /// Runs `body` under the lock, then does what came of it.
  func step(_ body: () -> Void)
}
