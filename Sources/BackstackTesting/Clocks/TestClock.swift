import Backstack
import BackstackPlatform

/// A clock whose time passes only when a test advances it.
///
/// When ``advance(by:settle:)`` reaches the deadlines of sleeping tasks, the clock wakes them in
/// the order of their deadlines. A task that wakes, whether an effect of a store or any other task,
/// runs as far as it can before more time passes.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// An instant of a test clock's time.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// Creates the instant at which the time of a clock starts, or one that is later.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is a duration after this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let id: Int
    /// A function that waits until the store whose executor runs the task has nothing to do.
    let settleStore: (@Sendable () async -> Void)?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers = SleeperQueue<Instant, Sleeper>()
    /// The ids of sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
    /// The ids of tasks that were woken and have not resumed yet.
    var activations: Set<Int> = []
  }

  private let state = Guarded(State())

  /// Creates a clock whose time starts at an instant, or at zero.
  public init(now: Instant = Instant()) { state.withLock { $0.now = now } }

  /// The instant that the test has advanced the clock to.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero: the clock distinguishes any two instants.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on the clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The earliest deadline of a sleeping task.
  var nextDeadline: Instant? { state.withLock { $0.sleepers.firstDeadline } }

  /// Sleeps until the test has advanced the clock to the deadline. If the deadline is now, the
  /// sleep ends at the next advance; if it has passed, the function returns at once.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    // An unstructured task that an effect starts does not run on the store's executor.
    let isOnExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    let settleStore = isOnExecutor ? DependencyValues.current.settleStore : nil
    defer {
      state.withLock { state in
        state.activations.remove(id)
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

  /// Advances the time and wakes the tasks whose deadlines are reached, one after the other.
  ///
  /// Tasks that were created before the call, by stores and elsewhere, run until they wait for
  /// something: at the beginning those that are about to sleep on the clock, and after each wake-up
  /// the tasks that woke.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by. The default of zero resumes tasks that sleep until now.
  ///   - settle: An operation that replaces the default way to let tasks run; called before the
  ///     first wake-up and after each one.
  public func advance(by duration: Duration = .zero, settle: (() async -> Void)? = nil) async {
    let end = now.advanced(by: duration)
    await settleTasks(settle)
    await wakeSleepers(until: end, settle)
  }

  /// Wakes the tasks that sleep until an instant, one after the other, and sets the time to it.
  func wakeSleepers(until end: Instant, _ settle: (() async -> Void)?) async {
    while let sleeper = wake(until: end) {
      sleeper.continuation.resume()
      if let settleStore = sleeper.settleStore {
        await settleStore()
        await (settle ?? { await Task.yield() })()
      } else {
        await resume(sleeper.id)
        await settleTasks(settle)
      }
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Removes the task that wakes next, and sets the time to its deadline.
  private func wake(until end: Instant) -> Sleeper? {
    state.withLock { state in
      guard let (sleeper, deadline) = state.sleepers.popFirst(until: end) else { return nil }
      state.now = max(state.now, deadline)
      if sleeper.settleStore == nil { state.activations.insert(sleeper.id) }
      return sleeper
    }
  }

  /// Waits until a woken task has resumed, or gives up if its executor does not run it.
  private func resume(_ id: Int) async {
    var patience = 1000
    while patience > 0, state.withLock({ $0.activations.contains(id) }) {
      await letTasksRun()
      patience -= 1
    }
  }

  /// Lets tasks run until they wait for something, by the test's own operation if there is one.
  /// Otherwise it takes one round, or a few while tasks begin to sleep: a round takes as long as
  /// one turn of all other running tests.
  func settleTasks(_ settle: (() async -> Void)?) async {
    if let settle { return await settle() }
    for _ in 1...3 {
      let sleepCount = state.withLock { $0.nextID }
      await letTasksRun()
      if sleepCount == state.withLock({ $0.nextID }) { return }
    }
  }

  /// Lets the tasks that are ready run until they wait for something.
  private func letTasksRun() async {
    // This task starts after those that were enqueued before it.
    await Task.detached(priority: Task.currentPriority) {}.value
    OtherThreads.haveTheirTurn()
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock whose time starts at zero.
  public convenience init() { self.init(now: Instant()) }
}

extension TestClock {
  /// Advances the time to an instant and wakes the tasks whose deadlines are reached, one after the
  /// other.
  ///
  /// An instant in the past changes nothing.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - settle: An operation that replaces the default way to let tasks run; called before the
  ///     first wake-up and after each one.
  public func advance(
    to deadline: Instant, settle: (() async -> Void)? = nil
  ) async {
    await advance(by: max(.zero, now.duration(to: deadline)), settle: settle)
  }

  /// Advances the time until no task sleeps on the clock.
  ///
  /// - Parameters:
  ///   - timeout: The maximum real time. When it is over, an issue is reported, because a task that
  ///     sleeps repeatedly, such as a timer, would keep the clock running forever.
  ///   - settle: An operation that replaces the default way to let tasks run; called before the
  ///     first wake-up and after each one.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    settle: (() async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now + timeout
    await settleTasks(settle)
    while let deadline = nextDeadline {
      guard ContinuousClock.now < end else {
        return reportIssue(
          """
          A TestClock was run for \(timeout), but tasks still sleep on it: \(sleeperCount). Cancel \
          tasks that sleep repeatedly, or advance the clock by the time that the test needs.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
      }
      await wakeSleepers(until: deadline, settle)
    }
  }

  /// Checks that no task sleeps on the clock.
  ///
  /// - Throws: ``SuspensionError`` if one does.
  public func checkSuspension(settle: (() async -> Void)? = nil) async throws {
    await settleTasks(settle)
    let count = sleeperCount
    if count > 0 { throw SuspensionError(sleeperCount: count) }
  }

  /// The error that ``checkSuspension(settle:)`` throws.
  public typealias SuspensionError = ClockSuspensionError
}

/// The error that is thrown if tasks unexpectedly sleep on a clock.
public struct ClockSuspensionError: Error, Hashable, CustomStringConvertible {
  /// The number of tasks that sleep on the clock.
  public let sleeperCount: Int

  public var description: String { "Tasks unexpectedly sleep on the clock: \(sleeperCount)." }
}
