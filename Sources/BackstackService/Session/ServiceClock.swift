import BackstackHTTP
import BackstackLocking
import FoundationEssentials
import Glibc
import Synchronization

/// The present: on a clock that nobody sets, and the date.
struct ServiceMoment: Sendable {
  let instant: MonotonicInstant
  let date: Date
}

/// The clocks of a service: what lives in memory expires by the one that nobody sets, what is stored by
/// dates.
///
/// A date that is put forward by days must not end what was stored a minute before. So what is stored
/// expires by the smallest difference that there was lately between the date and the steady clock: that
/// is the present date, unless it was put forward, and then later by as much as it was, until all that
/// was stored before has been stored anew or has expired. Differences of a few seconds are not noticed.
///
/// A process that starts knows the present date only. When that is wrong by days, so is what it thinks
/// of the sessions that others have stored.
final class ServiceClock: Sendable {
  /// A lower bound of the difference, in seconds, and when it held last.
  private struct Bound: Sendable {
    let seconds: Int64
    var last: MonotonicInstant
  }

  let now: @Sendable () -> Date
  let steady: @Sendable () -> MonotonicInstant
  /// How long a difference counts, in nanoseconds.
  private let memory: Int64
  private let present: Atomic<Int64>
  /// The bounds that count: the last is the present one, and each is smaller than the next.
  private let bounds: Guarded<[Bound]>

  /// How far the difference may go beyond a bound before another is noted, in seconds.
  private static let tolerance: Int64 = 4

  /// - Parameters:
  ///   - now: The current date.
  ///   - steady: A clock that nobody sets.
  ///   - memory: The longest life of what is stored, in seconds.
  init(
    now: @escaping @Sendable () -> Date, steady: @escaping @Sendable () -> MonotonicInstant,
    memory: Double
  ) {
    self.now = now
    self.steady = steady
    self.memory = Int64(nanosecondsIn: memory)
    let moment = ServiceMoment(instant: steady(), date: now())
    let bound = Self.difference(moment) - 1
    present = Atomic(bound)
    bounds = Guarded([Bound(seconds: bound, last: moment.instant)])
  }

  /// The present on both clocks.
  func read() -> ServiceMoment {
    let moment = ServiceMoment(instant: steady(), date: now())
    let beyond = Self.difference(moment) - present.load(ordering: .relaxed)
    if beyond < 0 || beyond > Self.tolerance { note(moment) }
    return moment
  }

  /// The date by which what is stored expires: the present one, or an earlier one.
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

  /// Notes that the date was set.
  private func note(_ moment: ServiceMoment) {
    let bound = Self.difference(moment) - 1
    bounds.withLock { bounds in
      bounds[bounds.count - 1].last = moment.instant
      bounds.removeAll { $0.seconds >= bound }
      bounds.append(Bound(seconds: bound, last: moment.instant))
      present.store(bound, ordering: .relaxed)
    }
  }

  /// How much the date is ahead of the steady clock, in whole seconds.
  private static func difference(_ moment: ServiceMoment) -> Int64 {
    let difference =
      moment.date.timeIntervalSince1970 - Double(moment.instant.nanoseconds) / 1e9
    return Int64(max(-1e15, min(1e15, difference.rounded(.down))))
  }
}

extension Int64 {
  /// The nanoseconds of so many seconds, at most of 31 years.
  init(nanosecondsIn seconds: Double) { self = Int64(Swift.max(0, Swift.min(1e9, seconds)) * 1e9) }
}

extension MonotonicInstant {
  /// The instant so many nanoseconds later.
  func later(by nanoseconds: Int64) -> MonotonicInstant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicInstant(nanoseconds: overflow ? .max : sum)
  }

  /// How many seconds it is later than another.
  func seconds(since other: MonotonicInstant) -> Double {
    Double(nanoseconds) / 1e9 - Double(other.nanoseconds) / 1e9
  }
}

extension ServiceConfiguration {
  /// `CLOCK_BOOTTIME`: it goes on while the system is suspended.
  @Sendable
  static func bootTime() -> MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return MonotonicInstant(
      nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// The clock that nobody sets.
  var steady: @Sendable () -> MonotonicInstant {
    if let steadyClock { return steadyClock }
    guard hasOwnDate else { return Self.bootTime }
    return { [now] in
      MonotonicInstant(
        nanoseconds: Int64(max(-9e9, min(9e9, now().timeIntervalSince1970)) * 1e9))
    }
  }
}
