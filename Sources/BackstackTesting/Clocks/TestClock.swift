import Backstack
import BackstackLocking

/// A clock whose time passes only when a test says so.
///
/// Who sleeps on it wakes when ``advance(by:settle:)`` reaches the deadline, in the order of the
/// deadlines. An effect of a store that woke goes on as far as it can before more time passes.
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
    /// Waits until the store of the effect that sleeps has nothing to do.
    let settleStore: (@Sendable () async -> Void)?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers = SleeperQueue<Instant, Sleeper>()
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
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

  /// Sleeps until the test has advanced the clock to the deadline.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    let settleStore = DependencyValues.current.settleStore
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.insert(
            Sleeper(settleStore: settleStore, continuation: continuation), id: id,
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
  /// - Parameters:
  ///   - duration: How much time passes; by default none, which lets who waits for now go on.
  ///   - settle: Called after each wake-up, so that what woke can go on, and sleep again, before
  ///     more time passes. The effects of stores need none.
  public func advance(
    by duration: Duration = .zero, settle: () async -> Void = { await Task.yield() }
  ) async {
    let end = now.advanced(by: duration)
    while let sleeper = wake(until: end) {
      sleeper.continuation.resume()
      await sleeper.settleStore?()
      await settle()
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Takes out who wakes next, and sets the time to then.
  private func wake(until end: Instant) -> Sleeper? {
    state.withLock { state in
      guard let (sleeper, deadline) = state.sleepers.popFirst(until: end) else { return nil }
      state.now = max(state.now, deadline)
      return sleeper
    }
  }
}
