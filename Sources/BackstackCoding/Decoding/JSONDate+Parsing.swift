import FoundationEssentials

extension JSONDate {
  /// Returns the date that a text represents (RFC 3339 §5.6). A fraction of a second is ignored, as
  /// encoded dates have none.
  ///
  /// - Returns: `nil` if the text is invalid, or if the date can't be written (``isWritable(_:)``).
  static func date(from text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, isDateAndTime(bytes[..<19]),
      let offset = offset(zone(bytes[19...])),
      let local = try? Date.ISO8601FormatStyle().parse(
        String(decoding: bytes[..<19], as: UTF8.self).uppercased() + "Z")
    else { return nil }
    let date = local - offset
    return isWritable(date) ? date : nil
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
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
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
