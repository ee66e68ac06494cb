import BackstackDependencies
import BackstackLocking

extension Effect {
  /// Lets one of the effects with an id start in an interval.
  ///
  /// The first one starts at once. Of those that are returned within the interval one starts when it
  /// is over, and begins the next interval. The time until then is spent in flight: the id cancels
  /// it, and so does the end of the feature. Each feature of each store has intervals of its own.
  ///
  /// - Parameters:
  ///   - id: The id; it is that of ``cancellable(id:cancelInFlight:)``, too. An effect that starts
  ///     cancels the one before it.
  ///   - interval: How long it lasts.
  ///   - clock: The clock that this is measured by.
  ///   - latest: Whether of those within the interval the last one starts, else the first one.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Self {
    guard !isNone, let node = NavigationNode.current?.cancellationDomain else { return self }
    let intervals = DependencyValues.current[ThrottleIntervalsKey.self]
    let key = ThrottleIntervals.Key(id: CancelID(id), node: ObjectIdentifier(node))
    let start = cancellable(id: id, cancelInFlight: true)
    switch intervals.request(key, of: node, for: interval, clock: clock, latest: latest) {
    case .now:
      return start
    case .never:
      return .none
    case .after(let remaining):
      let wait = Self.run { _ in
        do {
          try await clock.sleep(for: remaining)
        } catch {
          if !latest { intervals.forgetWaiting(key) }
          throw error
        }
        intervals.begin(key, of: node, interval, clock: clock)
      }
      return .concatenate(wait, self).cancellable(id: id, cancelInFlight: true)
    }
  }
}

/// The intervals of the effects that a store's features throttle.
private final class ThrottleIntervals: Sendable {
  struct Key: Hashable {
    let id: CancelID
    let node: ObjectIdentifier
  }

  /// When an effect may start.
  enum Answer {
    case now, never
    case after(Duration)
  }

  private struct Interval {
    weak var node: NavigationNode?
    var hasWaiting = false
    let remaining: @Sendable () -> Duration

    var isOver: Bool { node == nil || remaining() <= .zero }
  }

  private let intervals = Guarded<[Key: Interval]>([:])

  /// - Complexity: O(*n*), where *n* is the number of effects throttled within their intervals.
  func request(
    _ key: Key, of node: NavigationNode, for duration: Duration, clock: any Clock<Duration>,
    latest: Bool
  ) -> Answer {
    let answer = intervals.withLock { intervals -> Answer in
      intervals = intervals.filter { !$0.value.isOver }
      guard let known = intervals[key] else { return .now }
      if known.hasWaiting, !latest { return .never }
      intervals[key]?.hasWaiting = true
      return .after(known.remaining())
    }
    if case .now = answer { begin(key, of: node, duration, clock: clock) }
    return answer
  }

  func begin(
    _ key: Key, of node: NavigationNode, _ duration: Duration, clock: any Clock<Duration>
  ) {
    let interval = Interval(node: node, remaining: Self.countdown(duration, clock: clock))
    intervals.withLock { $0[key] = interval }
  }

  /// The one that waited was cancelled: another may wait in its place.
  func forgetWaiting(_ key: Key) { intervals.withLock { $0[key]?.hasWaiting = false } }

  private static func countdown(
    _ duration: Duration, clock: some Clock<Duration>
  ) -> @Sendable () -> Duration {
    let end = clock.now.advanced(by: duration)
    return { clock.now.duration(to: end) }
  }
}

/// Of a store, because a default is made once for each.
private enum ThrottleIntervalsKey: DependencyKey {
  static var liveValue: ThrottleIntervals { ThrottleIntervals() }
  static var testValue: ThrottleIntervals { ThrottleIntervals() }
}
