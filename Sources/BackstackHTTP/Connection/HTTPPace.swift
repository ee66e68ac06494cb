/// How much a client moved in the present span of time, for ending those that drip.
///
/// Each span is judged alone: what was fast before is no credit for standing still.
struct HTTPPace: Sendable {
  private(set) var since: MonotonicInstant
  private var bytes = 0

  init(since: MonotonicInstant) { self.since = since }

  mutating func begin(at now: MonotonicInstant) { self = HTTPPace(since: now) }

  mutating func add(_ count: Int) { bytes &+= count }

  /// Begins the next span if enough was moved in this one.
  ///
  /// - Returns: Whether it was.
  mutating func renew(at now: MonotonicInstant, required: Int) -> Bool {
    guard bytes >= required else { return false }
    begin(at: now)
    return true
  }

  /// What a rate in bytes a second asks of a span in nanoseconds: a byte at least.
  static func required(rate: Int, span: Int64) -> Int {
    let (product, overflow) = Int64(rate).multipliedReportingOverflow(by: max(0, span) / 1_000_000)
    return overflow ? .max : max(1, Int(product / 1000))
  }
}
