import BackstackHTTP
import BackstackPlatform

/// The token buckets of all recently active clients.
final class RateLimiter: Sendable {
  /// The client that a request is counted for.
  enum Client: Sendable, Hashable {
    case key(String)
    case address(String)
    /// The shared bucket for clients beyond the table's capacity.
    case others
  }

  /// The outcome of counting a request.
  struct Count: Sendable {
    let isTaken: Bool
    /// The number of requests that may follow at once.
    let remaining: Int
    /// The number of seconds until the bucket is full again.
    let secondsToFull: Double
    /// The number of seconds until the next request is accepted.
    let secondsToNext: Double
  }

  private let limit: RateLimit
  private let capacity: Int
  private let buckets = Guarded<[Client: TokenBucket]>([:])

  /// Creates a limiter.
  ///
  /// - Parameter capacity: How many clients have a bucket of their own.
  init(_ limit: RateLimit, capacity: Int = 100_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// The number of clients that have a bucket now.
  var count: Int { buckets.withLock { $0.count } }

  /// Counts a request.
  ///
  /// - Parameter time: The time of a monotonic clock, in seconds.
  /// - Complexity: O(1); O(*n*), where *n* is the number of clients, when the table is full.
  func take(_ client: Client, at time: Double) -> Count {
    buckets.withLock { buckets in
      var client = client
      if buckets[client] == nil, buckets.count >= capacity {
        // A client with a full bucket is no different from a new one.
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

  /// Returns the response to a request beyond the limit.
  func refusal(_ count: Count) -> HTTPResponse {
    let seconds = Self.seconds(count.secondsToNext)
    var problem = Problem(
      .tooManyRequests, "This client sends more than it may. Try again in \(seconds) seconds.")
    problem.fields.set(.retryAfter, "\(seconds)")
    note(count, in: &problem.fields)
    return problem.response
  }

  /// Adds the fields that report the rate limit (draft-ietf-httpapi-ratelimit-headers-10).
  func note(_ count: Count, in fields: inout HTTPFields) {
    let window = Self.seconds(Double(limit.burst) / limit.requestsPerSecond)
    fields.set("RateLimit-Policy", "\"client\";q=\(limit.burst);w=\(window)")
    fields.set(
      "RateLimit", "\"client\";r=\(count.remaining);t=\(Self.seconds(count.secondsToFull))")
  }

  /// Rounds up to whole seconds.
  private static func seconds(_ seconds: Double) -> Int {
    Int(min(seconds.rounded(.up), 1e9))
  }
}
