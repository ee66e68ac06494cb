/// A rate with bursts: a bucket that fills steadily and from which each request takes a token.
struct TokenBucket: Sendable, Hashable {
  private(set) var tokens: Double
  /// The time of the last look, in seconds of a clock that nobody sets.
  private var time: Double

  /// A full bucket.
  init(_ limit: RateLimit, at time: Double) {
    tokens = Double(limit.burst)
    self.time = time
  }

  /// Takes a token if there is one.
  mutating func take(_ limit: RateLimit, at time: Double) -> Bool {
    fill(limit, at: time)
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }

  /// Whether it holds all it can.
  mutating func isFull(_ limit: RateLimit, at time: Double) -> Bool {
    fill(limit, at: time)
    return tokens >= Double(limit.burst)
  }

  /// How many seconds it takes until there are so many tokens.
  func wait(for count: Double, _ limit: RateLimit) -> Double {
    max(0, (count - tokens) / limit.requestsPerSecond)
  }

  private mutating func fill(_ limit: RateLimit, at time: Double) {
    let elapsed = max(0, time - self.time)
    self.time = time
    tokens = min(Double(limit.burst), tokens + elapsed * limit.requestsPerSecond)
  }
}

/// How many requests a client may send.
public struct RateLimit: Sendable, Hashable {
  /// How many in the long run, above 0.
  public let requestsPerSecond: Double
  /// How many at once, at least 1.
  public let burst: Int

  /// - Returns: `nil` for a rate that is not above 0, or a burst below 1.
  public init?(requestsPerSecond: Double, burst: Int) {
    guard requestsPerSecond > 0, requestsPerSecond.isFinite, burst >= 1 else { return nil }
    self.requestsPerSecond = requestsPerSecond
    self.burst = burst
  }
}
