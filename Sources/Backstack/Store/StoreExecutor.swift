import BackstackDependencies
import BackstackPlatform
import Dispatch
import Synchronization

/// The executor of one store's effects: it runs one job at a time, in order.
///
/// While a `send` drains the queue, the sending thread runs the jobs; otherwise a worker thread
/// does. So effects run at once as far as they can without waiting, no store occupies more than one
/// thread, and no store waits for the effects of another.
final class StoreExecutor: TaskExecutor {
  /// The thread that runs the jobs which a `send` causes.
  enum Drain: Sendable {
    /// The sending thread: its `send` returns when each effect waits for something or has ended.
    case sender
    /// A worker thread: `send` returns at once.
    case worker
  }

  /// The number of jobs that a worker runs before it lets other stores have a turn.
  private static let jobsPerTurn = 256
  /// The number of jobs that a sender runs before it leaves the rest to a worker.
  private static let jobsPerSend = 10_000

  /// The progress of draining. It is outside of the mutex, so that a sender whose action starts no
  /// effect takes no lock.
  private enum Phase: UInt8, AtomicRepresentable {
    case idle
    /// A sender is inside, and no job or waiter has been added.
    case claimed
    /// A thread is draining or is scheduled to, and has to check for jobs and waiters. Entered and
    /// left under the mutex only.
    case busy
  }

  fileprivate struct State {
    var jobs = Deque<UnownedJob>()
    var waiters: [Waiter] = []
  }

  fileprivate struct Waiter {
    var patience: Int
    let callback: @Sendable () -> Void
  }

  private let drain: Drain
  private let phase = Atomic(Phase.idle)
  private let state = Guarded(State())
  private let observer: (any EffectObserver)?

  /// - Parameter observer: Notified when a thread starts and stops running jobs.
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

  /// Makes the calling thread drain the queue, unless another thread does or workers are meant to.
  ///
  /// - Returns: Whether the caller has to call ``runJobsForSender()``.
  func claimForSender() -> Bool {
    guard case .sender = drain else { return false }
    return phase.compareExchange(
      expected: .idle, desired: .claimed, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Runs the queued jobs, and those that they enqueue, on the sending thread. If effects never
  /// stop enqueueing jobs, a worker takes over.
  func runJobsForSender() {
    let hasNothingToDo = phase.compareExchange(
      expected: .claimed, desired: .idle, ordering: .acquiringAndReleasing
    ).exchanged
    if hasNothingToDo { return }
    // Effects read their own dependencies, not those of the step around this call.
    DependencyFrame.withoutCurrent {
      if !runJobs(atMost: Self.jobsPerSend) { scheduleWorker() }
    }
  }

  /// Runs the queued jobs, and those that they enqueue.
  ///
  /// - Returns: Whether the queue is empty; if not, the caller still has to drain it.
  private func runJobs(atMost limit: Int) -> Bool {
    observer?.willRunEffects()
    defer { observer?.didRunEffects() }
    var remaining = limit
    while remaining > 0 {
      remaining -= 1
      let (job, due) = state.withLock { state -> (UnownedJob?, [Waiter]) in
        if let job = state.jobs.popFirst() { return (job, state.impatientWaiters()) }
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

  /// Whether no job is queued or running.
  var isIdle: Bool { phase.load(ordering: .acquiring) == .idle }

  /// Calls back once no job is queued or running, or after `patience` more jobs.
  ///
  /// - Returns: `false` if the executor is idle already; then `callback` is not called.
  func whenIdle(patience: Int, _ callback: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      // Makes a sender that has claimed check for waiters.
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
  /// Removes and returns the waiters whose patience is exhausted.
  fileprivate mutating func impatientWaiters() -> [StoreExecutor.Waiter] {
    guard !waiters.isEmpty else { return [] }
    for index in waiters.indices { waiters[index].patience -= 1 }
    let due = waiters.filter { $0.patience <= 0 }
    if !due.isEmpty { waiters.removeAll { $0.patience <= 0 } }
    return due
  }
}

extension DependencyValues {
  /// A function that waits until each effect in flight of the store with these dependencies has
  /// ended or waits for something; `nil` outside of a store.
  package var settleStore: (@Sendable () async -> Void)? {
    guard let tree = navigationNode?.tree else { return nil }
    return {
      guard let executor = tree.withLock({ tree.engine?.executor }) else { return }
      await executor.settle()
    }
  }
}

extension StoreExecutor {
  /// Waits until no job is queued, or until 10,000 more have run: an effect that never rests must
  /// not block a test.
  func settle() async {
    await withCheckedContinuation { continuation in
      if !whenIdle(patience: 10_000, { continuation.resume() }) { continuation.resume() }
    }
  }
}
