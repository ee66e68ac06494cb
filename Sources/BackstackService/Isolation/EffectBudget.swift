import FoundationEssentials

/// Tells whether effects send more actions than they may.
///
/// The date is asked for only once in as many actions as a second may have.
struct EffectBudget {
  private var count = 0
  private var start: Date

  /// - Parameter now: The present date.
  init(now: Date) { start = now }

  /// Counts an action.
  ///
  /// - Parameter limit: How many actions there may be within a second.
  /// - Returns: Whether more than `limit` were counted in less than a second.
  mutating func isSpent(limit: Int, now: () -> Date) -> Bool {
    count += 1
    guard count > limit else { return false }
    let now = now()
    // A clock that was put back must not end sessions.
    if now < start || now.timeIntervalSince(start) >= 1 {
      start = now
      count = 1
      return false
    }
    return true
  }
}
