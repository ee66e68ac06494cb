import BackstackPlatform

/// A counter that detects when effects send more actions than they may.
///
/// It reads the clock at most once per as many actions as a second may have.
struct EffectBudget {
  private var count = 0
  private var start: MonotonicInstant

  init(now: MonotonicInstant) { start = now }

  /// Counts an action.
  ///
  /// - Parameter limit: How many actions there may be within a second.
  /// - Returns: Whether more than `limit` were counted in less than a second.
  mutating func isSpent(limit: Int, now: () -> MonotonicInstant) -> Bool {
    count += 1
    guard count > limit else { return false }
    let now = now()
    if now >= start.later(by: 1_000_000_000) {
      start = now
      count = 1
      return false
    }
    return true
  }
}
