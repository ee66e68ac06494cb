import BackstackPlatform

/// The limits for the effects of one session, which is ended if it exceeds them: only a mistake in
/// its feature does.
///
/// An effect that neither sends nor returns can't be stopped by force. It occupies a thread while
/// it computes, and none while it waits.
public struct EffectLimits: Sendable, Hashable {
  /// The maximum number of actions that effects may send within a second. Broadcasts to more sessions
  /// wait.
  public var actionsPerSecond: Int
  /// The maximum number of bytes that actions of effects may cause within a second: those of the
  /// actions, and those of states that are encoded, and written to the storage, only because effects
  /// have changed them. Broadcasts that would exceed it wait.
  public var bytesPerSecond: Int
  /// The maximum number of effects in flight.
  public var inFlight: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - actionsPerSecond: The maximum number of actions that effects may send within a second, at
  ///     least 1.
  ///   - bytesPerSecond: The maximum number of bytes that they may cause within a second, at least 1.
  ///   - inFlight: The maximum number of effects in flight, at least 1.
  public init(
    actionsPerSecond: Int = 10_000, bytesPerSecond: Int = 32 << 20, inFlight: Int = 1_000
  ) {
    self.actionsPerSecond = max(1, actionsPerSecond)
    self.bytesPerSecond = max(1, bytesPerSecond)
    self.inFlight = max(1, inFlight)
  }

  /// No limits.
  public static let none = Self(actionsPerSecond: .max, bytesPerSecond: .max, inFlight: .max)

  /// Returns the time, in nanoseconds, for which so many actions and bytes use the limits up.
  func time(actions: Int, bytes: Int) -> Int64 {
    let seconds = max(
      Double(actions) / Double(actionsPerSecond), Double(bytes) / Double(bytesPerSecond))
    return Int64(nanosecondsIn: seconds)
  }
}
