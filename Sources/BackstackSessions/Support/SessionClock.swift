package import BackstackPlatform
import BackstackStorage
package import FoundationEssentials
import Synchronization

/// The present on both clocks: the monotonic one, and the date.
package struct SessionTime: Sendable {
  package let instant: MonotonicInstant
  package let date: Date

  /// Returns the time after some seconds.
  func later(by seconds: Double) -> Self {
    Self(
      instant: instant.later(by: Int64(nanosecondsIn: seconds)),
      date: date.addingTimeInterval(seconds))
  }
}

/// The clocks of a service: sessions in memory expire by the monotonic clock, stored ones by dates.
///
/// If the date is set forward by days, sessions that were stored a minute before must not expire.
/// Stored sessions therefore expire by the smallest recent difference between the date and the
/// monotonic clock, which gives the present date unless the date was set forward. In that case they
/// expire later by the same amount, until everything that was stored before was stored again or has
/// expired. Differences of a few seconds are ignored.
///
/// A process that starts knows only the present date. If it is wrong by days, so is the process's
/// view of the sessions that others have stored.
final class SessionClock: Sendable {
  /// A lower bound of the difference, in seconds, and when it held last.
  private struct Bound: Sendable {
    let seconds: Int64
    var last: MonotonicInstant
  }

  let now: @Sendable () -> Date
  let steady: @Sendable () -> MonotonicInstant
  /// The number of nanoseconds for which a difference counts.
  private let memory: Int64
  private let present: Atomic<Int64>
  /// The bounds that count: the last is the present one, and each is smaller than the next.
  private let bounds: Guarded<[Bound]>

  /// The number of seconds by which the difference may exceed a bound before another is recorded.
  private static let tolerance: Int64 = 4

  /// Creates the clocks.
  ///
  /// - Parameters:
  ///   - now: Returns the current date.
  ///   - steady: Returns the time of a monotonic clock.
  ///   - memory: The maximum time to live of a stored session, in seconds.
  init(
    now: @escaping @Sendable () -> Date, steady: @escaping @Sendable () -> MonotonicInstant,
    memory: Double
  ) {
    self.now = now
    self.steady = steady
    self.memory = Int64(nanosecondsIn: memory)
    let moment = SessionTime(instant: steady(), date: now())
    let bound = Self.difference(moment) - 1
    present = Atomic(bound)
    bounds = Guarded([Bound(seconds: bound, last: moment.instant)])
  }

  /// Reads both clocks.
  func read() -> SessionTime {
    let moment = SessionTime(instant: steady(), date: now())
    let beyond = Self.difference(moment) - present.load(ordering: .relaxed)
    if beyond < 0 || beyond > Self.tolerance { note(moment) }
    return moment
  }

  /// The date by which stored sessions expire: the present one, or an earlier one.
  var expiryDate: Date {
    let moment = read()
    let first = bounds.withLock { bounds -> Bound? in
      let oldest = moment.instant.nanoseconds &- memory
      let end = bounds.dropLast().firstIndex { $0.last.nanoseconds > oldest } ?? bounds.count - 1
      if end > 0 { bounds.removeFirst(end) }
      return bounds.count > 1 ? bounds[0] : nil
    }
    guard let first else { return moment.date }
    return Date(
      timeIntervalSince1970: Double(moment.instant.nanoseconds) / 1e9 + Double(first.seconds))
  }

  /// Records that the date was set.
  private func note(_ moment: SessionTime) {
    let bound = Self.difference(moment) - 1
    bounds.withLock { bounds in
      bounds[bounds.count - 1].last = moment.instant
      bounds.removeAll { $0.seconds >= bound }
      bounds.append(Bound(seconds: bound, last: moment.instant))
      present.store(bound, ordering: .relaxed)
    }
  }

  /// Returns by how many whole seconds the date is ahead of the monotonic clock.
  private static func difference(_ moment: SessionTime) -> Int64 {
    let difference =
      moment.date.timeIntervalSince1970 - Double(moment.instant.nanoseconds) / 1e9
    return Int64(max(-1e15, min(1e15, difference.rounded(.down))))
  }
}

extension MonotonicInstant {
  /// Returns the instant that is this many nanoseconds later.
  func later(by nanoseconds: Int64) -> MonotonicInstant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicInstant(nanoseconds: overflow ? .max : sum)
  }

  /// Returns by how many seconds it is later than another.
  func seconds(since other: MonotonicInstant) -> Double {
    Double(nanoseconds) / 1e9 - Double(other.nanoseconds) / 1e9
  }
}

extension SessionConfiguration {
  /// Returns `CLOCK_BOOTTIME`, which also advances while the system is suspended.
  @Sendable
  static func bootTime() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: SystemProcess.bootNanoseconds)
  }

  /// The clock of a thread's use of the processor; ``steadyClock`` if there is one.
  var threadTime: @Sendable () -> MonotonicInstant {
    steadyClock ?? { MonotonicInstant(nanoseconds: SystemProcess.threadNanoseconds) }
  }

  /// The monotonic clock.
  package var steady: @Sendable () -> MonotonicInstant {
    if let steadyClock { return steadyClock }
    guard hasOwnDate else { return Self.bootTime }
    return { [now] in
      MonotonicInstant(
        nanoseconds: Int64(max(-9e9, min(9e9, now().timeIntervalSince1970)) * 1e9))
    }
  }
}

extension StorageTime {
  init(_ date: Date) { self.init(seconds: date.timeIntervalSince1970) }
}
