/// The present as a connection sees it: an instant for time-outs and a date for answers.
struct HTTPMoment: Sendable {
  var instant: MonotonicInstant
  /// The complete `Date` field line.
  var dateLine: [UInt8]
}
