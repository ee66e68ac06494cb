/// The limits for the effects of one session, which is ended if it exceeds them: only a mistake in
/// its feature does.
///
/// An effect that neither sends nor returns can't be stopped by force. It occupies a thread while
/// it computes, and none while it waits.
public struct EffectLimits: Sendable, Hashable {
  /// The maximum number of actions that effects may send within a second.
  public var actionsPerSecond: Int
  /// The maximum number of effects in flight.
  public var inFlight: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - actionsPerSecond: The maximum number of actions that effects may send within a second, at
  ///     least 1.
  ///   - inFlight: The maximum number of effects in flight, at least 1.
  public init(actionsPerSecond: Int = 10_000, inFlight: Int = 1_000) {
    self.actionsPerSecond = max(1, actionsPerSecond)
    self.inFlight = max(1, inFlight)
  }

  /// No limits.
  public static let none = Self(actionsPerSecond: .max, inFlight: .max)
}
