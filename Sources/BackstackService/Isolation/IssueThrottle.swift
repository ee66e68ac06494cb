import BackstackHTTP

/// Keeps what is reported over and over from flooding the log: for each feature a number of lines
/// within a second.
struct IssueThrottle {
  private struct Window {
    var start: MonotonicInstant
    var count = 0
    var suppressed = 0
  }

  private let limit: Int
  private var windows: [String: Window] = [:]

  /// - Parameter limit: How many lines of a feature there may be within a second.
  init(limit: Int) { self.limit = limit }

  /// Asks whether a line may be written.
  ///
  /// - Returns: How many lines were not since the last one; `nil` when this one may not either.
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
