/// Durations as text: ISO 8601 in seconds, such as `PT60S` and `-PT0.25S`, exact to the attosecond.
enum JSONDuration {
  private static let second: Int128 = 1_000_000_000_000_000_000

  static func text(of duration: Duration) -> String {
    let magnitude = duration.attoseconds.magnitude
    let (seconds, rest) = magnitude.quotientAndRemainder(dividingBy: UInt128(second))
    let digits = String(rest)
    let fraction = (String(repeating: "0", count: 18 - digits.count) + digits)
      .reversed().drop { $0 == "0" }.reversed()
    return (duration < .zero ? "-" : "") + "PT\(seconds)"
      + (rest == 0 ? "" : "." + String(fraction)) + "S"
  }

  /// Returns the duration that a text represents: days, hours, minutes and seconds, of which the last
  /// may have a fraction, as in `P1DT2H`, `PT1M30.5S`. Years, months and weeks are refused, as ISO 8601
  /// allows no weeks beside other parts, and the others have no fixed length.
  ///
  /// - Returns: `nil` for any other text, and for a duration of more seconds than `Int64` has:
  ///   `Duration.components` traps for it.
  static func duration(from text: String) -> Duration? {
    guard let parts = text.wholeMatch(of: form)?.output, !text.hasSuffix("T"), !text.hasSuffix("P")
    else { return nil }
    var total: Int128 = 0
    let units: [(Substring?, Int128)] = [
      (parts.days, 86_400), (parts.hours, 3600), (parts.minutes, 60), (parts.seconds, 1),
    ]
    for case (let digits?, let length) in units {
      guard let count = Int128(digits) else { return nil }
      let (attoseconds, isTooLong) = count.multipliedReportingOverflow(by: length * second)
      let (sum, isTooMuch) = total.addingReportingOverflow(attoseconds)
      if isTooLong || isTooMuch { return nil }
      total = sum
    }
    if let fraction = parts.fraction {
      let digits = fraction + String(repeating: "0", count: max(0, 18 - fraction.count))
      let (sum, isTooMuch) = total.addingReportingOverflow(Int128(digits.prefix(18)) ?? 0)
      if isTooMuch { return nil }
      total = sum
    }
    guard Int64(exactly: total / second) != nil else { return nil }
    return Duration(attoseconds: parts.sign == nil ? total : -total)
  }

  // Sound: a regular expression has no state.
  nonisolated(unsafe) private static let form =
    /(?<sign>-)?P(?:(?<days>[0-9]+)D)?(?:T(?:(?<hours>[0-9]+)H)?(?:(?<minutes>[0-9]+)M)?(?:(?<seconds>[0-9]+)(?:[.,](?<fraction>[0-9]+))?S)?)?/
}
