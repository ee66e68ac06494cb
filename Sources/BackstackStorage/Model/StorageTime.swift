/// A point in time, in milliseconds since 1970 UTC.
///
/// A storage has no clock: the writer supplies the time.
public struct StorageTime: Hashable, Sendable, Comparable {
  /// The number of milliseconds since 1970 UTC.
  public var milliseconds: Int64

  /// Creates a point in time.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Creates a point in time from a number of seconds, rounded to milliseconds.
  package init(seconds: Double) {
    self.init(milliseconds: Int64(max(-1e15, min(1e15, (seconds * 1000).rounded()))))
  }

  /// The number of seconds since 1970 UTC.
  package var seconds: Double { Double(milliseconds) / 1000 }

  /// Returns whether one point in time is before another.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The number of the minute that contains the point, counted from 1970.
  ///
  /// Storages order sessions by the minute in which they expire, so that a session that is used
  /// several times a minute keeps its position.
  public var minute: Int64 {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
