import Foundation

/// The dates of the service's fields and snapshots.
enum WireDate {
  /// Returns the date that a snapshot has as text, `2026-11-20T12:00:00Z` or
  /// `2026-11-20T12:00:00.250Z`.
  static func iso8601(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle()
    return (try? style.parse(text)) ?? (try? style.fractional.parse(text))
  }

  /// Returns the text of a date, to the millisecond.
  static func text(of date: Date) -> String {
    let style = Date.ISO8601FormatStyle()
    let isWhole = date.timeIntervalSince1970.rounded() == date.timeIntervalSince1970
    return isWhole ? date.formatted(style) : date.formatted(style.fractional)
  }

  /// Returns the date of a field, `Fri, 20 Nov 2026 12:00:00 GMT` (RFC 9110 §5.6.7).
  static func field(_ text: String) -> Date? {
    let parts = text.split(separator: " ")
    let months = "JanFebMarAprMayJunJulAugSepOctNovDec"
    guard parts.count == 6, parts[2].count == 3, let found = months.range(of: parts[2]) else {
      return nil
    }
    let month = months.distance(from: months.startIndex, to: found.lowerBound) / 3 + 1
    let padded = month < 10 ? "0\(month)" : "\(month)"
    return iso8601("\(parts[3])-\(padded)-\(parts[1])T\(parts[4])Z")
  }
}

extension Date.ISO8601FormatStyle {
  fileprivate var fractional: Self {
    year().month().day().timeZone(separator: .omitted).time(includingFractionalSeconds: true)
  }
}
