import BackstackPlatform

/// The number of bytes that a client moved in the current span of time, to detect slow clients.
///
/// Each span is judged alone: a client that was fast before gets no credit for it.
struct HTTPDataRate: Sendable {
  private(set) var since: MonotonicInstant
  private var bytes = 0

  init(since: MonotonicInstant) { self.since = since }

  mutating func begin(at now: MonotonicInstant) { self = HTTPDataRate(since: now) }

  mutating func add(_ count: Int) { bytes &+= count }

  /// Begins the next span if enough bytes were moved in this one.
  ///
  /// - Returns: Whether enough bytes were moved.
  mutating func renew(at now: MonotonicInstant, required: Int) -> Bool {
    guard bytes >= required else { return false }
    begin(at: now)
    return true
  }

  /// Returns the bytes that a rate, in bytes per second, requires in a span of nanoseconds; at
  /// least 1.
  static func required(rate: Int, span: Int64) -> Int {
    let (product, overflow) = Int64(rate).multipliedReportingOverflow(by: max(0, span) / 1_000_000)
    return overflow ? .max : max(1, Int(product / 1000))
  }
}
