import BackstackDependencies
import BackstackPlatform

extension Effect {
  /// Starts the effect only when no other one with the same id was returned for a while.
  ///
  /// While it waits, the effect counts as in flight: its id cancels it, and so does the end of the
  /// feature.
  ///
  /// - Parameters:
  ///   - id: The id; it is also an id in the sense of ``cancellable(id:cancelInFlight:)``.
  ///   - duration: The time without another effect.
  ///   - clock: The clock that measures `duration`.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    if isNone { return self }
    return .concatenate(.run { _ in try await clock.sleep(for: duration) }, self)
      .cancellable(id: id, cancelInFlight: true)
  }
}

extension Effect {
  /// Starts at most one of the effects with an id per interval.
  ///
  /// The first one starts immediately. Of those that are returned within the interval, one starts
  /// at its end, and begins the next interval. While it waits, it counts as in flight: its id
  /// cancels it, and so does the end of the feature. The intervals belong to one feature of one
  /// store.
  ///
  /// - Parameters:
  ///   - id: The id; it is also an id in the sense of ``cancellable(id:cancelInFlight:)``. An
  ///     effect that starts cancels the previous one.
  ///   - interval: The length of an interval.
  ///   - clock: The clock that measures `interval`.
  ///   - latest: Whether the last of the effects within the interval starts; otherwise the first
  ///     one does.
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

/// The intervals of the throttled effects of a store's features.
private final class ThrottleIntervals: Sendable {
  struct Key: Hashable {
    let id: CancelID
    let node: ObjectIdentifier
  }

  /// The time at which an effect may start.
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

  /// - Complexity: O(*n*), where *n* is the number of intervals in progress.
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

  /// Records that the waiting effect was cancelled, so that another one can wait instead.
  func forgetWaiting(_ key: Key) { intervals.withLock { $0[key]?.hasWaiting = false } }

  private static func countdown(
    _ duration: Duration, clock: some Clock<Duration>
  ) -> @Sendable () -> Duration {
    let end = clock.now.advanced(by: duration)
    return { clock.now.duration(to: end) }
  }
}

/// The key of a store's intervals: a default value is made once for each store.
private enum ThrottleIntervalsKey: DependencyKey {
  static var liveValue: ThrottleIntervals { ThrottleIntervals() }
  static var testValue: ThrottleIntervals { ThrottleIntervals() }
}
