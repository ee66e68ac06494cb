/// How much the effects of one session may do: beyond it the session is ended, as nothing but a
/// mistake in its feature does as much.
///
/// An effect that neither sends nor returns can't be stopped by force. It occupies a thread if it
/// computes, and nothing if it waits.
public struct EffectLimits: Sendable, Hashable {
  /// How many actions effects may send within a second.
  public var actionsPerSecond: Int
  /// How many effects may be in flight at a time.
  public var inFlight: Int

  /// - Parameters:
  ///   - actionsPerSecond: How many actions effects may send within a second, at least 1.
  ///   - inFlight: How many effects may be in flight at a time, at least 1.
  public init(actionsPerSecond: Int = 10_000, inFlight: Int = 1_000) {
    self.actionsPerSecond = max(1, actionsPerSecond)
    self.inFlight = max(1, inFlight)
  }

  /// No limits.
  public static let none = Self(actionsPerSecond: .max, inFlight: .max)
}
