import BackstackPlatform

/// A counter that detects when effects send more actions than they may, or cause more bytes.
///
/// It reads the clock only once a count exceeds the limit of a second.
struct EffectBudget {
  /// The units that effects are limited in.
  enum Unit { case actions, bytes }

  // In 32 bits, as each session has them in memory; more are never above a limit.
  private var actions: UInt32 = 0
  private var bytes: UInt32 = 0
  private var start: MonotonicInstant

  init(now: MonotonicInstant) { start = now }

  /// Counts actions and bytes.
  ///
  /// - Returns: What was counted more than the limits allow, in less than a second.
  mutating func excess(
    _ actions: Int, _ bytes: Int, of limits: EffectLimits, now: () -> MonotonicInstant
  ) -> Unit? {
    self.actions = UInt32(clamping: Int(self.actions) + actions)
    self.bytes = UInt32(clamping: Int(self.bytes) + bytes)
    guard self.actions > limits.actionsPerSecond || self.bytes > limits.bytesPerSecond else {
      return nil
    }
    let now = now()
    if now >= start.later(by: 1_000_000_000) {
      start = now
      // A single action may be larger than the limit.
      self.actions = UInt32(clamping: min(actions, limits.actionsPerSecond))
      self.bytes = UInt32(clamping: min(bytes, limits.bytesPerSecond))
      return nil
    }
    return self.actions > limits.actionsPerSecond ? .actions : .bytes
  }
}
