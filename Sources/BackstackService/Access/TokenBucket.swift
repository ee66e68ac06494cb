/// A token bucket: it fills steadily, and each request takes a token.
struct TokenBucket: Sendable, Hashable {
  private(set) var tokens: Double
  /// The time of the last update, in seconds of a monotonic clock.
  private var time: Double

  /// Creates a full bucket.
  init(_ limit: RateLimit, at time: Double) {
    tokens = Double(limit.burst)
    self.time = time
  }

  /// Takes a token, and returns whether there was one.
  mutating func take(_ limit: RateLimit, at time: Double) -> Bool {
    fill(limit, at: time)
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Returns the number of seconds until the bucket has this many tokens.
  func wait(for count: Double, _ limit: RateLimit) -> Double {
    max(0, (count - tokens) / limit.requestsPerSecond)
  }

  private mutating func fill(_ limit: RateLimit, at time: Double) {
    let elapsed = max(0, time - self.time)
    self.time = time
    tokens = min(Double(limit.burst), tokens + elapsed * limit.requestsPerSecond)
  }
}

/// The rate at which a client may send requests.
public struct RateLimit: Sendable, Hashable {
  /// The long-term rate, above 0.
  public let requestsPerSecond: Double
  /// The number of requests that may come at once, at least 1.
  public let burst: Int

  /// Creates a limit.
  ///
  /// - Returns: `nil` for a rate that is not finite and above 0, or a burst below 1.
  public init?(requestsPerSecond: Double, burst: Int) {
    guard requestsPerSecond > 0, requestsPerSecond.isFinite, burst >= 1 else { return nil }
    self.requestsPerSecond = requestsPerSecond
    self.burst = burst
  }
}
