private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ObservedClock(ContinuousClock())
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ObservedClock(SuspendingClock())
}

extension DependencyValues {
  /// The clock on which features sleep. It advances while the machine is suspended.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock on which features sleep. It stops while the machine is suspended.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a timer that fires every `interval` on this clock, until its task is cancelled.
  ///
  /// The timer skips ticks that it misses because the loop's body takes longer than `interval`.
  ///
  /// - Parameter interval: The time between two ticks, and before the first one.
  public func timer(interval: Duration) -> ClockTimer {
    ClockTimer(ticker: ClockTicker(clock: self, interval: interval))
  }
}

/// An endless sequence with one element per interval, which ends when its task is cancelled.
public struct ClockTimer: AsyncSequence, Sendable {
  fileprivate let ticker: any Ticker & Sendable

  public func makeAsyncIterator() -> Iterator { Iterator(ticker: ticker) }

  /// An iterator that waits for one tick after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var ticker: any Ticker

    /// Waits for the next tick; returns `nil` if the task is cancelled.
    public mutating func next() async -> Void? {
      do {
        return try await ticker.tick()
      } catch {
        return nil
      }
    }
  }
}

private protocol Ticker {
  mutating func tick() async throws
}

private struct ClockTicker<C: Clock<Duration>>: Ticker {
  let clock: C
  let interval: Duration
  var deadline: C.Instant?

  init(clock: C, interval: Duration) {
    self.clock = clock
    self.interval = interval
  }

  mutating func tick() async throws {
    let now = clock.now
    var next = (deadline ?? now).advanced(by: interval)
    if next < now { next = now.advanced(by: interval) }
    deadline = next
    try await clock.sleep(until: next, tolerance: nil)
  }
}
