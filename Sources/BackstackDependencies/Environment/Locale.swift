public import FoundationEssentials

private enum CalendarKey: DependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
}

private enum LocaleKey: DependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
}

private enum GivenLocaleKey: DependencyKey {
  static var liveValue: Locale? { nil }
  static var testValue: Locale? { nil }
}

private enum TimeZoneKey: DependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
}

/// An object that knows the locale of a person.
package protocol LocaleSource: AnyObject, Sendable {
  /// The locale; `nil` if nobody has told it.
  var locale: Locale? { get }
}

/// The session that hosts a feature. It may be a ``LocaleSource``, which is asked only by those who
/// read the locale.
package enum HostingSessionKey: DependencyKey {
  // Without a protocol's table, which would take more memory of each session.
  package typealias Value = (any AnyObject & Sendable)?

  package static var liveValue: Value { nil }
  package static var testValue: Value { nil }
}

extension DependencyValues {
  /// The calendar that features use.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The locale that features use to format values: that of the person whose session hosts the feature
  /// if it is known, else that of the process.
  public var locale: Locale {
    get { givenLocale ?? self[LocaleKey.self] }
    set { self[GivenLocaleKey.self] = newValue }
  }

  /// The locale that an override or the session gives; `nil` for that of the process.
  package var givenLocale: Locale? {
    self[GivenLocaleKey.self] ?? (self[HostingSessionKey.self] as? any LocaleSource)?.locale
  }

  /// The time zone that features use.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
