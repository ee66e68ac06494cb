import BackstackPlatform
/// The time of a tick: an instant for timeouts and a date for responses.
struct HTTPTick: Sendable {
  var instant: MonotonicInstant
  /// The complete `Date` field line.
  var dateLine: [UInt8]
}
