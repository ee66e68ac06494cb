import BackstackHTTP
import BackstackLocking

/// The buckets of all clients that have sent something lately.
final class RateLimiter: Sendable {
  /// Who is counted.
  enum Client: Sendable, Hashable {
    case key(String)
    case address(String)
    /// All that came when there were too many to be told apart.
    case others
  }

  /// How a request was counted.
  struct Count: Sendable {
    let isTaken: Bool
    /// How many requests may follow at once.
    let remaining: Int
    /// After how many seconds the bucket is full again.
    let secondsToFull: Double
    /// After how many seconds a request may follow.
    let secondsToNext: Double
  }

  private let limit: RateLimit
  private let capacity: Int
  private let buckets = Guarded<[Client: TokenBucket]>([:])

  /// - Parameter capacity: How many clients are told apart.
  init(_ limit: RateLimit, capacity: Int = 100_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// How many clients are told apart now.
  var count: Int { buckets.withLock { $0.count } }

  /// Counts a request.
  ///
  /// - Parameter time: Seconds of a clock that nobody sets.
  /// - Complexity: O(1); O(*n*), where *n* is the number of clients, when there are too many.
  func take(_ client: Client, at time: Double) -> Count {
    buckets.withLock { buckets in
      var client = client
      if buckets[client] == nil, buckets.count >= capacity {
        // Who has a full bucket is as good as new.
        buckets = buckets.filter { entry in
          var bucket = entry.value
          return !bucket.isFull(limit, at: time)
        }
        if buckets.count >= capacity { client = .others }
      }
      var bucket = buckets[client] ?? TokenBucket(limit, at: time)
      let isTaken = bucket.take(limit, at: time)
      buckets[client] = bucket
      return Count(
        isTaken: isTaken, remaining: Int(bucket.tokens),
        secondsToFull: bucket.wait(for: Double(limit.burst), limit),
        secondsToNext: bucket.wait(for: 1, limit))
    }
  }

  /// The answer to a request that is one too many.
  func refusal(_ count: Count) -> HTTPResponse {
    let seconds = Self.seconds(count.secondsToNext)
    var problem = Problem(
      .tooManyRequests, "This client sends more than it may. Try again in \(seconds) seconds.")
    problem.fields.set(.retryAfter, "\(seconds)")
    note(count, in: &problem.fields)
    return problem.response
  }

  /// Tells the client how it stands (draft-ietf-httpapi-ratelimit-headers-10).
  func note(_ count: Count, in fields: inout HTTPFields) {
    let window = Self.seconds(Double(limit.burst) / limit.requestsPerSecond)
    fields.set("RateLimit-Policy", "\"client\";q=\(limit.burst);w=\(window)")
    fields.set(
      "RateLimit", "\"client\";r=\(count.remaining);t=\(Self.seconds(count.secondsToFull))")
  }

  /// Whole seconds, at least as long.
  private static func seconds(_ seconds: Double) -> Int {
    Int(min(seconds.rounded(.up), 1e9))
  }
}
