/// A point in time, in milliseconds since 1970 UTC.
///
/// A storage has no clock: whoever writes says what time it is.
public struct StorageTime: Hashable, Sendable, Comparable {
  /// Milliseconds since 1970 UTC.
  public var milliseconds: Int64

  /// A point in time.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether one point in time is before another.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The minute that the point is in, counted from 1970.
  ///
  /// Storages order sessions by the minute they expire in, so that a session that is used several
  /// times a minute keeps its place.
  public var minute: Int64 {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
