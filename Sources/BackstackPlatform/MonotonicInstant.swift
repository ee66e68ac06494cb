/// A point on a clock that never goes back, in nanoseconds since an arbitrary start.
public struct MonotonicInstant: Sendable, Hashable, Comparable {
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// An instant that no server lives to see.
  @inlinable
  public static var never: MonotonicInstant { MonotonicInstant(nanoseconds: .max) }

  @inlinable
  public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the instant that is this much later; ``never`` on overflow.
  @inlinable
  public func advanced(byNanoseconds amount: Int64) -> MonotonicInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(amount)
    return overflow ? .never : MonotonicInstant(nanoseconds: sum)
  }

  /// Returns the instant that is this much later; `never` on overflow.
  public func advanced(by duration: Duration) -> MonotonicInstant {
    advanced(byNanoseconds: duration.clampedNanoseconds)
  }
}

extension Duration {
  /// The duration in whole nanoseconds, at most about 292 years.
  package var clampedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carry ? .max : sum
  }
}

extension Int64 {
  /// Creates the nanoseconds of a number of seconds, at most of 31 years.
  package init(nanosecondsIn seconds: Double) {
    self = Int64(Swift.max(0, Swift.min(1e9, seconds)) * 1e9)
  }
}
