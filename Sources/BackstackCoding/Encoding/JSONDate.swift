package import FoundationEssentials

/// Dates as text: ISO 8601 in UTC with whole seconds, such as `2030-01-31T23:59:59Z`.
package enum JSONDate {
  /// Returns whether the date is in the years 1 to 9999, the only ones that the format has.
  static func isWritable(_ date: Date) -> Bool {
    (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970)
  }

  /// Appends the text of a date, without its fraction of a second.
  package static func append(_ date: Date, to bytes: inout [UInt8]) {
    // Written manually, as Foundation takes forty times as long. Foundation formats the years of
    // the Julian calendar and those of more than four digits.
    let years1601To9999 = -11_644_473_600.0..<253_402_300_800.0
    guard years1601To9999.contains(date.timeIntervalSince1970) else {
      return bytes.append(contentsOf: date.formatted(.iso8601).utf8)
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
      write(Int(date.timeIntervalSince1970.rounded(.down)), to: text)
      bytes.append(contentsOf: text)
    }
  }

  static func text(of date: Date) -> String {
    var bytes: [UInt8] = []
    append(date, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ unixSeconds: Int, to text: UnsafeMutableBufferPointer<UInt8>) {
    // Converts a day count to a civil date, with years that begin in March and eras of 400 years,
    // counted from the year 0.
    let seconds = unixSeconds + 719_468 * 86_400
    let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (era, day) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    write(year / 100, UInt8(ascii: "0"), to: text, at: 0)
    write(year % 100, UInt8(ascii: "-"), to: text, at: 2)
    write(month < 10 ? month + 3 : month - 9, UInt8(ascii: "-"), to: text, at: 5)
    write(dayOfYear - (153 * month + 2) / 5 + 1, UInt8(ascii: "T"), to: text, at: 8)
    write(time / 3600, UInt8(ascii: ":"), to: text, at: 11)
    write(time / 60 % 60, UInt8(ascii: ":"), to: text, at: 14)
    write(time % 60, UInt8(ascii: "Z"), to: text, at: 17)
  }

  /// Writes two digits and the byte after them.
  private static func write(
    _ number: Int, _ end: UInt8, to text: UnsafeMutableBufferPointer<UInt8>, at index: Int
  ) {
    text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
    text[index + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
    text[index + 2] = end
  }
}
