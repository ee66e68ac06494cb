extension Clock where Duration == Swift.Duration {
  /// A timer that fires every `interval` on this clock, until its task is cancelled.
  ///
  /// A tick that is missed because the loop's body took longer than `interval` is not made up for.
  ///
  /// - Parameter interval: The time between two ticks; the first comes after one.
  public func timer(interval: Duration) -> ClockTimer {
    ClockTimer(ticker: ClockTicker(clock: self, interval: interval))
  }
}

/// An endless sequence with one element per interval; it ends when its task is cancelled.
public struct ClockTimer: AsyncSequence, Sendable {
  fileprivate let ticker: any Ticker & Sendable

  public func makeAsyncIterator() -> Iterator { Iterator(ticker: ticker) }

  /// Waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var ticker: any Ticker

    /// Waits for the next tick; `nil` when the task was cancelled meanwhile.
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
