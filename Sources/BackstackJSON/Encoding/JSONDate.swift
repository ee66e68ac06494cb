import FoundationEssentials

/// Dates as text: ISO 8601 in UTC and whole seconds, such as `2030-01-31T23:59:59Z`.
enum JSONDate {
  /// Whether the date is in the years 1 to 9999, which are all the format has.
  static func isWritable(_ date: Date) -> Bool {
    (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970)
  }

  static func text(of date: Date) -> String { date.formatted(.iso8601) }
}
