/// A Unix time as a date and a time of day in UTC.
package struct CivilTime: Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  /// 0 for Thursday.
  package let weekday: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Creates the time; times outside the years 1970 to 9999 are clamped.
  package init(unixSeconds: Int) {
    let seconds = min(max(unixSeconds, 0), 253_402_300_799)
    let days = seconds / 86_400
    let time = seconds % 86_400
    // Civil date from a day count, with years that begin in March and eras of 400 years.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    weekday = days % 7
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60
  }
}
