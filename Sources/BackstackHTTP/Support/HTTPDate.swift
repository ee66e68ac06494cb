import BackstackPlatform

/// The date form of HTTP (RFC 9110 §5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let days: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Appends the date of a Unix time; times outside the years 1970 to 9999 are clamped.
  static func append(unixSeconds: Int, to output: inout [UInt8]) {
    let time = CivilTime(unixSeconds: unixSeconds)
    output.append(days[time.weekday])
    output.append(", ")
    output.append(twoDigits: time.day)
    output.append(" ")
    append(month: time.month, to: &output)
    output.append(" ")
    output.append(fourDigits: time.year)
    output.append(" ")
    time.appendTime(to: &output)
    output.append(" GMT")
  }

  /// Appends the three letters of a month, 1 to 12.
  static func append(month: Int, to output: inout [UInt8]) { output.append(months[month - 1]) }
}

/// The `Date` field line, updated once per second.
struct HTTPDateCache: Sendable {
  private(set) var unixSeconds = Int.min
  private(set) var line: [UInt8] = []

  /// Updates the line.
  mutating func update(unixSeconds: Int) {
    if unixSeconds == self.unixSeconds { return }
    self.unixSeconds = unixSeconds
    line.removeAll(keepingCapacity: true)
    line.append("Date: ")
    HTTPDate.append(unixSeconds: unixSeconds, to: &line)
    line.append("\r\n")
  }
}

/// The time of a tick: an instant for timeouts and a date for responses.
struct HTTPTick: Sendable {
  var instant: MonotonicInstant
  /// The complete `Date` field line.
  var dateLine: [UInt8]
}
