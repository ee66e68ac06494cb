import BackstackDependencies
import BackstackLocking
import Dispatch
import Synchronization

/// Where the effects of one store run: one job at a time, in order.
///
/// A job is run by whoever brings it there when the store's `send` drains the queue itself, else by
/// a worker thread. So effects that can make progress without waiting make it at once, no store
/// occupies more than one thread, and none waits for another's effects.
final class StoreExecutor: TaskExecutor {
  /// Who runs jobs that are added while nobody does.
  enum Drain: Sendable {
    /// The thread that sends: its `send` returns when the effects wait for something or have ended.
    case sender
    /// A worker thread: `send` returns at once.
    case worker
  }

  /// How many jobs a worker runs before it lets other stores have their turn.
  private static let jobsPerTurn = 256
  /// How many jobs a sender runs before it leaves the rest to a worker.
  private static let jobsPerSend = 10_000

  /// Who drains. Besides the mutex, so that a sender whose action starts nothing takes no lock.
  private enum Phase: UInt8, AtomicRepresentable {
    case idle
    /// A sender is inside, and neither jobs nor waiters have come.
    case claimed
    /// A thread is draining, or has been asked to, and has to look at what has come. Entered and left
    /// under the mutex only.
    case busy
  }

  fileprivate struct State {
    var jobs: [UnownedJob] = []
    var head = 0
    var waiters: [Waiter] = []

    mutating func nextJob() -> UnownedJob? {
      guard head < jobs.count else {
        jobs.removeAll(keepingCapacity: jobs.capacity <= 64)
        head = 0
        return nil
      }
      if head >= 1024, head * 2 >= jobs.count {
        jobs.removeFirst(head)
        head = 0
      }
      defer { head += 1 }
      return jobs[head]
    }
  }

  fileprivate struct Waiter {
    var patience: Int
    let callback: @Sendable () -> Void
  }

  private let drain: Drain
  private let phase = Atomic(Phase.idle)
  private let state = Guarded(State())
  private let observer: (any EffectObserver)?

  /// - Parameter observer: Told when a thread begins and stops running jobs.
  init(drain: Drain, observer: (any EffectObserver)? = nil) {
    self.drain = drain
    self.observer = observer
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsWorker = state.withLock { state in
      state.jobs.append(job)
      return phase.exchange(.busy, ordering: .acquiringAndReleasing) == .idle
    }
    if needsWorker { scheduleWorker() }
  }

  /// Makes the calling thread the one that drains, unless another is or workers do it.
  ///
  /// - Returns: Whether the caller has to call ``runJobsForSender()``.
  func claimForSender() -> Bool {
    guard case .sender = drain else { return false }
    return phase.compareExchange(
      expected: .idle, desired: .claimed, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Runs what is in the queue and what it adds to it, for a sender: a worker takes over from one
  /// whose effects never rest.
  func runJobsForSender() {
    let hasNothingToDo = phase.compareExchange(
      expected: .claimed, desired: .idle, ordering: .acquiringAndReleasing
    ).exchanged
    if hasNothingToDo { return }
    // What effects read are their own dependencies, not those of a step around this call.
    DependencyFrame.withoutCurrent {
      if !runJobs(atMost: Self.jobsPerSend) { scheduleWorker() }
    }
  }

  /// Runs what is in the queue and what it adds to it.
  ///
  /// - Returns: Whether the queue is empty; if not, the caller still has to see to it.
  private func runJobs(atMost limit: Int) -> Bool {
    observer?.willRunEffects()
    defer { observer?.didRunEffects() }
    var remaining = limit
    while remaining > 0 {
      remaining -= 1
      let (job, due) = state.withLock { state -> (UnownedJob?, [Waiter]) in
        if let job = state.nextJob() { return (job, state.impatientWaiters()) }
        phase.store(.idle, ordering: .releasing)
        defer { state.waiters = [] }
        return (nil, state.waiters)
      }
      for waiter in due { waiter.callback() }
      guard let job else { return true }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return false
  }

  /// Whether no job waits to be run.
  var isIdle: Bool { phase.load(ordering: .acquiring) == .idle }

  /// Calls back once no job waits to be run, or once `patience` more jobs have been.
  ///
  /// - Returns: `false`, without a call, when none waits now.
  func whenIdle(patience: Int, _ callback: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      // A sender that has claimed is told to look for waiters.
      let wasClaimed = phase.compareExchange(
        expected: .claimed, desired: .busy, ordering: .acquiringAndReleasing)
      guard wasClaimed.original != .idle else { return false }
      state.waiters.append(Waiter(patience: patience, callback: callback))
      return true
    }
  }

  private func scheduleWorker() {
    DispatchQueue.global().async {
      if !self.runJobs(atMost: Self.jobsPerTurn) { self.scheduleWorker() }
    }
  }
}

extension StoreExecutor.State {
  /// Takes out the waiters that have seen as many jobs as they wanted to.
  fileprivate mutating func impatientWaiters() -> [StoreExecutor.Waiter] {
    guard !waiters.isEmpty else { return [] }
    for index in waiters.indices { waiters[index].patience -= 1 }
    let due = waiters.filter { $0.patience <= 0 }
    if !due.isEmpty { waiters.removeAll { $0.patience <= 0 } }
    return due
  }
}
