/// The date form of HTTP (RFC 9110 §5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let days: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Appends the date of a Unix time; times outside the years 1970 to 9999 are moved into them.
  static func append(unixSeconds: Int, to output: inout [UInt8]) {
    let seconds = min(max(unixSeconds, 0), 253_402_300_799)
    let day = seconds / 86_400
    let time = seconds % 86_400
    // Civil date from a day count, with years that begin in March and eras of 400 years.
    let shifted = day + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)

    output.append(days[day % 7])
    output.append(", ")
    append(twoDigits: dayOfMonth, to: &output)
    output.append(" ")
    output.append(months[month - 1])
    output.append(" ")
    append(twoDigits: year / 100, to: &output)
    append(twoDigits: year % 100, to: &output)
    output.append(" ")
    append(twoDigits: time / 3600, to: &output)
    output.append(":")
    append(twoDigits: time / 60 % 60, to: &output)
    output.append(":")
    append(twoDigits: time % 60, to: &output)
    output.append(" GMT")
  }

  private static func append(twoDigits number: Int, to output: inout [UInt8]) {
    output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: number / 10))
    output.append(ASCII.zero &+ UInt8(truncatingIfNeeded: number % 10))
  }
}

/// The `Date` field line, made anew once a second.
struct HTTPDateCache: Sendable {
  private var seconds = Int.min
  private(set) var line: [UInt8] = []

  /// Brings the line up to date.
  mutating func update(unixSeconds: Int) {
    if unixSeconds == seconds { return }
    seconds = unixSeconds
    line.removeAll(keepingCapacity: true)
    line.append("Date: ")
    HTTPDate.append(unixSeconds: unixSeconds, to: &line)
    line.append("\r\n")
  }
}
