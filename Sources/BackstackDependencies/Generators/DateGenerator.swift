public import FoundationEssentials

/// Where the current date comes from.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// A source of dates.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The current date; setting it makes it always the same.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The current date.
  public func callAsFunction() -> Date { generate() }

  /// Always the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }
}

private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}

extension DependencyValues {
  /// Where features get the current date from.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}
