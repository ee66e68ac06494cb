import Backstack
import BackstackLocking

/// A clock whose time passes only when a test says so.
///
/// Who sleeps on it wakes when ``advance(by:settle:)`` reaches the deadline, in the order of the
/// deadlines. What woke goes on as far as it can before more time passes, an effect of a store or any
/// other task.
public final class TestClock: Clock, Sendable {
  /// Durations are those of all clocks.
  public typealias Duration = Swift.Duration

  /// A point in a test clock's time.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// A point some time after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this point to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let id: Int
    /// Waits until the store on whose executor the task sleeps has nothing to do.
    let settleStore: (@Sendable () async -> Void)?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers = SleeperQueue<Instant, Sleeper>()
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
    /// Those that were woken, and have not gone on yet.
    var waking: Set<Int> = []
  }

  private let state = Guarded(State())

  /// A clock at the beginning of its time.
  public init() {}

  /// The point that the test has advanced the clock to.
  public var now: Instant { state.withLock { $0.now } }
  /// None: any two points can be told apart.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// When who wakes next does.
  var nextDeadline: Instant? { state.withLock { $0.sleepers.firstDeadline } }

  /// Sleeps until the test has advanced the clock to the deadline; until its next advance when the
  /// deadline is now, and not at all when it has passed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    // What an effect leaves to a task of its own runs elsewhere.
    let isOnExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    let settleStore = isOnExecutor ? DependencyValues.current.settleStore : nil
    defer {
      state.withLock { state in
        state.waking.remove(id)
        state.cancelled.remove(id)
      }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline < state.now { return .success(()) }
          state.sleepers.insert(
            Sleeper(id: id, settleStore: settleStore, continuation: continuation), id: id,
            deadline: deadline)
          return nil
        }
        if let isOver { continuation.resume(with: isOver) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        if let sleeper = state.sleepers.remove(id: id) { return sleeper }
        state.cancelled.insert(id)
        return nil
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Lets time pass and wakes, one after the other, who sleeps until then.
  ///
  /// Tasks that were created before the call, in stores and outside of them, go on until they wait for
  /// something: first those that are about to sleep on the clock, then, after each wake-up, what woke.
  ///
  /// - Parameters:
  ///   - duration: How much time passes; by default none, which lets who waits for now go on.
  ///   - settle: Called before the first wake-up and after each one in place of what lets tasks go on.
  public func advance(by duration: Duration = .zero, settle: (() async -> Void)? = nil) async {
    let end = now.advanced(by: duration)
    await settleTasks(settle)
    await wakeSleepers(until: end, settle)
  }

  /// Wakes, one after the other, who sleeps until a point in time, and sets the time to it.
  func wakeSleepers(until end: Instant, _ settle: (() async -> Void)?) async {
    while let sleeper = wake(until: end) {
      sleeper.continuation.resume()
      if let settleStore = sleeper.settleStore {
        await settleStore()
        await (settle ?? { await Task.yield() })()
      } else {
        await goOn(sleeper.id)
        await settleTasks(settle)
      }
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Takes out who wakes next, and sets the time to then.
  private func wake(until end: Instant) -> Sleeper? {
    state.withLock { state in
      guard let (sleeper, deadline) = state.sleepers.popFirst(until: end) else { return nil }
      state.now = max(state.now, deadline)
      if sleeper.settleStore == nil { state.waking.insert(sleeper.id) }
      return sleeper
    }
  }

  /// Waits until a task that was woken has gone on, unless its executor has no time for it.
  private func goOn(_ id: Int) async {
    var patience = 1000
    while patience > 0, state.withLock({ $0.waking.contains(id) }) {
      await letTasksRun()
      patience -= 1
    }
  }

  /// Lets tasks go on until they wait for something, in the way of a test or else in one round, or a few
  /// while some begin to sleep: each round takes as long as all other tests that run take turns.
  func settleTasks(_ settle: (() async -> Void)?) async {
    if let settle { return await settle() }
    for _ in 1...3 {
      let sleepCount = state.withLock { $0.nextID }
      await letTasksRun()
      if sleepCount == state.withLock({ $0.nextID }) { return }
    }
  }

  /// Lets the tasks that are ready to run do so until they wait for something.
  private func letTasksRun() async {
    // It is taken up after those before it.
    await Task.detached(priority: Task.currentPriority) {}.value
    OtherThreads.haveTheirTurn()
  }
}
