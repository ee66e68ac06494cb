import BackstackHTTP
import BackstackPlatform

/// The token buckets of all recently active clients.
final class RateLimiter: Sendable {
  /// The client that a request is counted for.
  enum Client: Sendable, Hashable {
    case key(String)
    case address(String)

    init(_ request: HTTPRequest) {
      self = request.principal.map { .key($0.id) } ?? .address(request.client.network)
    }
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

  /// The buckets in two generations: those that were used since the generation began, and
  /// the older ones. A full table forgets the older generation, so that there is always room.
  private struct Table {
    var recent: [Client: TokenBucket] = [:]
    var older: [Client: TokenBucket] = [:]

    subscript(client: Client) -> TokenBucket? { recent[client] ?? older[client] }

    /// Sets a bucket that was just used.
    mutating func set(_ bucket: TokenBucket, of client: Client, capacity: Int) {
      if recent.updateValue(bucket, forKey: client) != nil { return }
      older[client] = nil
      guard recent.count >= max(1, capacity / 2) else { return }
      older = recent
      recent = [:]
    }
  }

  private let limit: RateLimit
  private let capacity: Int
  private let table = Guarded(Table())

  /// Creates a limiter.
  ///
  /// - Parameter capacity: How many clients have a bucket; above it, those that were not used for
  ///   longest are forgotten, which is as if they were full.
  init(_ limit: RateLimit, capacity: Int = 100_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// The number of clients that have a bucket now.
  var count: Int { table.withLock { $0.recent.count + $0.older.count } }

  /// Counts a request.
  ///
  /// - Parameter time: The time of a monotonic clock, in seconds.
  /// - Complexity: O(1), amortized.
  func take(_ client: Client, at time: Double) -> Count {
    table.withLock { table in
      var bucket = table[client] ?? TokenBucket(limit, at: time)
      let isTaken = bucket.take(limit, at: time)
      table.set(bucket, of: client, capacity: capacity)
      return Count(
        isTaken: isTaken, remaining: Int(bucket.tokens),
        secondsToFull: bucket.wait(for: Double(limit.burst), limit),
        secondsToNext: bucket.wait(for: 1, limit))
    }
  }

  /// Returns the problem of a request beyond the limit.
  func problem(_ count: Count) -> Problem {
    let seconds = Self.seconds(count.secondsToNext)
    let unit = seconds == 1 ? "second" : "seconds"
    var problem = Problem(
      .tooManyRequests, "This client sends more than it may. Try again in \(seconds) \(unit).")
    problem.fields.set(.retryAfter, "\(seconds)")
    note(count, in: &problem.fields)
    return problem
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
