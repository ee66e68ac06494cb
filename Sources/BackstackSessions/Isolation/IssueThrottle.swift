import BackstackPlatform

/// A limiter that keeps repeated issues from flooding the log: it allows each feature a number of
/// lines within a second.
struct IssueThrottle {
  private struct Window {
    var start: MonotonicInstant
    var count = 0
    var suppressed = 0
  }

  private let limit: Int
  private var windows: [String: Window] = [:]

  /// Creates a throttle.
  ///
  /// - Parameter limit: The maximum number of lines of a feature within a second.
  init(limit: Int) { self.limit = limit }

  /// Decides whether a line may be written.
  ///
  /// - Returns: The number of suppressed lines since the last one; `nil` if this one is suppressed,
  ///   too.
  mutating func admit(_ feature: String, now: MonotonicInstant) -> Int? {
    var window = windows[feature] ?? Window(start: now)
    defer { windows[feature] = window }
    if now >= window.start.later(by: 1_000_000_000) {
      window.start = now
      window.count = 0
    }
    guard window.count < limit else {
      window.suppressed += 1
      return nil
    }
    window.count += 1
    defer { window.suppressed = 0 }
    return window.suppressed
  }
}
