public import FoundationEssentials

/// A source of the current date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator that calls a closure.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The current date. Assigning a date makes the generator always return it.
  public var now: Date {
    get { self() }
    set { generate = { newValue } }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date { DependencyFrame.make(\.dates, generate) }

  /// Returns a generator of one constant date.
  public static func constant(_ date: Date) -> Self { Self { date } }
}

private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}

extension DependencyValues {
  /// The generator from which features get the current date.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}
