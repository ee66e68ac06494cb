package import BackstackPlatform
package import FoundationEssentials

/// Dates as text: ISO 8601 in UTC, such as `2030-01-31T23:59:59Z` and `2030-01-31T23:59:59.250Z`.
package enum JSONDate {
  /// Returns whether the date is in the years 1 to 9999, the only ones that the format has.
  static func isWritable(_ date: Date) -> Bool {
    // From `Date.distantPast` on: Foundation counts years before 1582 by the Julian calendar.
    (-62_135_769_600..<253_402_300_800).contains(date.timeIntervalSince1970)
  }

  /// Appends the text of a date, without its fraction of a second.
  package static func append(_ date: Date, to bytes: inout [UInt8]) {
    with(date) { bytes.append(contentsOf: $0) }
  }

  /// Appends the text of a date, without its fraction of a second, in at most ``mostBytes``.
  package static func append(_ date: Date, to room: inout ByteRoom) {
    with(date) { room.append($0.extracting(0..<min($0.count, mostBytes))) }
  }

  /// The maximum number of bytes of a date's text, which has 20 unless the year has many digits.
  package static var mostBytes: Int { 40 }

  private static func with(_ date: Date, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    // Written manually, as Foundation takes forty times as long. Foundation formats the years of
    // the Julian calendar and those of more than four digits.
    let years1601To9999 = -11_644_473_600.0..<253_402_300_800.0
    guard years1601To9999.contains(date.timeIntervalSince1970) else {
      var text = date.formatted(.iso8601)
      return text.withUTF8(body)
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { text in
      write(Int(date.timeIntervalSince1970.rounded(.down)), to: text)
      body(UnsafeBufferPointer(text))
    }
  }

  /// Returns the text of a time with its milliseconds, rounded to the nearest one, as storages keep it:
  /// it is the same before and after it was stored.
  ///
  /// - Parameter seconds: The seconds since 1970, in the years 1 to 9999.
  package static func text(unixSeconds seconds: Double) -> String {
    let (whole, milliseconds) = parts(unixSeconds: seconds)
    return text(whole, milliseconds)
  }

  /// Returns the text of a date, with its milliseconds unless they are 0.
  static func text(of date: Date) -> String {
    var (whole, milliseconds) = parts(unixSeconds: date.timeIntervalSince1970)
    // The last half of a millisecond of the last year is no other year.
    if !isWritable(Date(timeIntervalSince1970: whole)) { (whole, milliseconds) = (whole - 1, 999) }
    return text(whole, milliseconds == 0 ? nil : milliseconds)
  }

  /// Returns the whole seconds and the milliseconds of a time, rounded to the nearest millisecond.
  private static func parts(unixSeconds seconds: Double) -> (whole: Double, milliseconds: Int) {
    let milliseconds = (seconds * 1000).rounded()
    let whole = (milliseconds / 1000).rounded(.down)
    return (whole, Int(milliseconds - whole * 1000))
  }

  private static func text(_ unixSeconds: Double, _ milliseconds: Int?) -> String {
    var bytes: [UInt8] = []
    append(Date(timeIntervalSince1970: unixSeconds), to: &bytes)
    if let milliseconds {
      bytes.removeLast()
      bytes += ".\(milliseconds / 100)\(milliseconds / 10 % 10)\(milliseconds % 10)Z".utf8
    }
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

extension JSONDate {
  /// Returns the date that a text represents (RFC 3339 §5.6).
  ///
  /// - Returns: `nil` if the text is invalid, or if the date can't be written (``isWritable(_:)``).
  static func date(from text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, isDateAndTime(bytes[..<19]),
      let offset = offset(zone(bytes[19...])),
      let local = try? Date.ISO8601FormatStyle().parse(
        String(decoding: bytes[..<19], as: UTF8.self).uppercased() + "Z")
    else { return nil }
    let date = local - offset + fraction(bytes[19...])
    return isWritable(date) ? date : nil
  }

  /// Returns the fraction of a second, as exact as a date can be.
  private static func fraction(_ rest: ArraySlice<UInt8>) -> Double {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix(while: isDigit).prefix(15)
    return Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// Returns whether the bytes are a date and a time as in `2030-01-31T23:59:59`.
  private static func isDateAndTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let hasForm = zip(bytes, "0000-00-00t00:00:00".utf8).allSatisfy { byte, pattern in
      pattern == UInt8(ascii: "0") ? isDigit(byte) : byte | 0x20 == pattern | 0x20
    }
    guard hasForm, let year = number(bytes[0...3]), let month = number(bytes[5...6]),
      let day = number(bytes[8...9]), let hour = number(bytes[11...12]),
      let minute = number(bytes[14...15]), let second = number(bytes[17...18])
    else { return false }
    // Foundation accepts February 30 as a day in March. Second 60 is a leap second.
    return (1...12).contains(month) && day >= 1 && day <= days(of: month, in: year)
      && hour < 24 && minute < 60 && second <= 60
  }

  private static func days(of month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year < 1582 || year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the part after the fraction of a second, if there is one.
  private static func zone(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard rest.first == UInt8(ascii: "."), let next = rest.dropFirst().first, isDigit(next) else {
      return rest
    }
    return rest.dropFirst().drop(while: isDigit)
  }

  /// Returns the offset of a time zone from UTC, in seconds.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Double? {
    let zone = Array(zone)
    if zone == [UInt8(ascii: "Z")] || zone == [UInt8(ascii: "z")] { return 0 }
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"),
      let hours = number(zone[1...2]), let minutes = number(zone[4...5]), hours < 24, minutes < 60
    else { return nil }
    let seconds = Double(hours * 3600 + minutes * 60)
    switch zone[0] {
    case UInt8(ascii: "+"): return seconds
    case UInt8(ascii: "-"): return -seconds
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
